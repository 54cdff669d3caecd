"""Places where what prepares data is fitted to the training data, and again to other data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from seismograd.rules.data._derivations import SPREADS, names_in, scaled_data
from seismograd.rules.data._fitters import INIT, Fitters, fitters_in
from seismograd.rules.data._split_roles import are_parts, role_of

LIBRARY = re.compile(
    r"(Scaler|Normalizer|Normalization|Encoder|Tokenizer|Vectorizer|Vectorization|Lookup|Imputer)$"
)
LIBRARY_METHODS = frozenset({"fit", "fit_transform", "adapt", "fit_on_texts"})
WORDS = SPREADS | LIBRARY_METHODS | {"enumerate", "setdefault"}
"""Without any of them, nothing is fitted in a file."""
TELLING = frozenset({"print", "info", "debug", "warning", "write", "format", "allclose"})
"""Functions that only tell of what they are given."""
APPLYING = re.compile(r"scale|norm|standard|transform|apply", re.IGNORECASE)
LABELS = re.compile(r"label|target|class|^y_?|_y$", re.IGNORECASE)


@dataclass(frozen=True)
class Fitting:
    """One call, or formula, that derives something from data."""

    what: str
    """The function or the class; empty for a formula."""
    data: ast.expr
    node: ast.expr
    kind: str
    """prepared, statistics, mapping, or object."""
    holder: str | None = None
    """The variable of the object."""


class Refit(NamedTuple):
    train: ast.expr
    test: ast.expr
    what: str


def refits(statements: Sequence[ast.stmt]) -> Iterator[Refit]:
    """Fittings to another part of the data, whose outcome prepares that part."""
    code = _Code(statements)
    found = list(code.fittings())
    for test in found:
        train = next((one for one in found if _are_alike(one, test)), None)
        if train is not None and code.is_used(test) and not _are_labels(test.data):
            yield Refit(train.node, test.node, test.what)


def _are_alike(train: Fitting, test: Fitting) -> bool:
    """The same with another part of the data, and nothing else that says how."""
    if train.what != test.what or not are_parts(train.data, test.data):
        return False
    return _options(train.node) == _options(test.node)


def _options(node: ast.expr) -> list[str]:
    """What else it is given; only constants are compared by their value."""
    if not isinstance(node, ast.Call):
        return []
    given = [("", one) for one in node.args[1:]] + [(one.arg, one.value) for one in node.keywords]
    return [
        f"{name}={one.value!r}" if isinstance(one, ast.Constant) else f"{name}"
        for name, one in given
    ]


def _are_labels(data: ast.expr) -> bool:
    """Classes are often the same in all parts, and so are their numbers."""
    return any(LABELS.search(name) for name in names_in(data))


class _Code:
    def __init__(self, statements: Sequence[ast.stmt]) -> None:
        self._fitters: Fitters = fitters_in(statements)
        self._nodes = [node for one in statements for node in ast.walk(one)]
        self._parents = {
            id(child): node for node in self._nodes for child in ast.iter_child_nodes(node)
        }
        self._classes = self._classes_of_variables()

    def fittings(self) -> Iterator[Fitting]:
        for node in self._nodes:
            data = scaled_data(node)
            if data is not None and isinstance(node, ast.expr):
                yield Fitting("", data, node, "prepared")
            elif isinstance(node, ast.Call) and node.args:
                yield from self._of_call(node)

    def is_used(self, one: Fitting) -> bool:
        """Whether the data, or another of its part, is prepared with the outcome."""
        if self._is_told(one.node):
            return False
        if one.kind == "prepared":
            return not isinstance(self._parents.get(id(one.node)), ast.Expr)
        return self._is_asked(one) if one.kind == "object" else self._is_beside_data(one)

    def _of_call(self, call: ast.Call) -> Iterator[Fitting]:
        match call.func:
            case ast.Name(id=name) if name in self._fitters.functions:
                yield Fitting(name, call.args[0], call, self._fitters.functions[name])
            case ast.Name(id=name) if INIT in self._fitters.methods.get(name, ()):
                yield Fitting(name, call.args[0], call, "object")
            case ast.Attribute(value=receiver, attr=method):
                owner = self._class_of(receiver)
                if owner and method in self._fitting_methods(owner):
                    holder = receiver.id if isinstance(receiver, ast.Name) else None
                    kind = "prepared" if method == "fit_transform" else "object"
                    yield Fitting(owner, call.args[0], call, kind, holder)

    def _fitting_methods(self, owner: str) -> frozenset[str]:
        own = self._fitters.methods.get(owner)
        if own is not None:
            return own - {INIT}
        return LIBRARY_METHODS if LIBRARY.search(owner) else frozenset()

    def _class_of(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return self._classes.get(name)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name
        return None

    def _classes_of_variables(self) -> dict[str, str]:
        """Names that hold objects of one class only."""
        found: dict[str, set[str]] = {}
        for node in self._nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found.setdefault(name, set()).add(_built(value))
        return {name: kinds.pop() for name, kinds in found.items() if len(kinds) == 1}

    def _is_told(self, node: ast.AST) -> bool:
        above = self._parents.get(id(node))
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Call) and _name(above.func) in TELLING:
                return True
            above = self._parents.get(id(above))
        return isinstance(above, ast.Assert)

    def _is_beside_data(self, one: Fitting) -> bool:
        """A formula or a call that has both: `(x_test - mean) / std`, `encode(texts, words)`."""
        above, results = self._parents.get(id(one.node)), self._assigned(one.node)
        if isinstance(above, ast.Call) and len(above.args) > 1:
            return any(ast.dump(each) == ast.dump(one.data) for each in above.args)
        wanted = names_in(one.data)
        return any(
            names_in(node) & results and names_in(node) & wanted and not self._is_told(node)
            for node in self._nodes
            if _prepares(node, one.kind)
        )

    def _is_asked(self, one: Fitting) -> bool:
        """A method of the object is called with such data, or what holds it gives examples."""
        above = self._parents.get(id(one.node))
        if isinstance(above, ast.Attribute):
            return isinstance(self._parents.get(id(above)), ast.Call)
        holders = self._assigned(one.node) | ({one.holder} if one.holder else set())
        return any(self._is_asking(node, holders, one) for node in self._nodes)

    def _is_asking(self, node: ast.AST, holders: set[str], one: Fitting) -> bool:
        match node:
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name)), args=[first, *_]
            ):
                is_own = name in holders and node is not one.node
                later = node.lineno > one.node.lineno and not self._is_told(node)
                same = ast.dump(first) == ast.dump(one.data) or role_of(first) == "test"
                return is_own and later and same
        return False

    def _assigned(self, node: ast.AST) -> set[str]:
        match self._parents.get(id(node)):
            case ast.Assign(targets=targets):
                return {name for target in targets for name in names_in(target)} - {"_"}
        return set()


def _prepares(node: ast.AST, kind: str) -> bool:
    """Whether it may apply statistics, or a mapping, to data."""
    match node:
        case ast.BinOp(op=ast.Sub() | ast.Div()):
            return kind == "statistics"
        case ast.ListComp():
            return kind == "mapping"
        case ast.Call(func=func):
            return _name(func) not in TELLING and (
                kind == "mapping" or bool(APPLYING.search(_name(func)))
            )
    return False


def _built(value: ast.expr) -> str:
    """The class of `Scaler()`, and of `Scaler().fit(data)`."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Call() as inner, attr="fit")):
            return _built(inner)
        case ast.Call(func=func):
            return _name(func)
    return ""


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
