"""Find things in the source of a program and change them, with the rest left as it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

OPTIMISERS = ("Adam", "AdamW", "SGD", "RMSprop")
LAYERS = ("Linear", "Conv1d", "Conv2d", "Dense", "Conv2D")


@dataclass(frozen=True, slots=True)
class Edit:
    """Offsets in the old text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Names of training inputs and labels, and where in the text both are known."""

    inputs: str
    labels: str
    offset: int
    indent: str
    is_whole_set: bool

    def then(self, *lines: str) -> Edit:
        """More statements, in which `{x}` and `{y}` are the names."""
        texts = [self.indent + line.format(x=self.inputs, y=self.labels) + "\n" for line in lines]
        return Edit(self.offset, self.offset, "".join(texts))


class Source:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """In the order of the text."""
        placed = [node for node in ast.walk(self.tree) if hasattr(node, "lineno")]
        return sorted(placed, key=self.start)

    @property
    def is_keras(self) -> bool:
        return "import keras" in self.text

    def calls(self, *names: str) -> list[ast.Call]:
        """Calls of functions whose last name is one of these."""
        found = [node for node in self.nodes if isinstance(node, ast.Call)]
        return [call for call in found if last_name(call.func) in names]

    def code(self, node: ast.AST) -> str:
        return self.text[self.start(node) : self.end(node)]

    def start(self, node: ast.AST) -> int:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        return self._starts[line - 1] + int(column)

    def end(self, node: ast.AST) -> int:
        line, column = getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0)
        return self._starts[line - 1] + int(column)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self._parents:
            node = self._parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        return next(n for n in (node, *self.ancestors(node)) if isinstance(n, ast.stmt))

    def statements_calling(self, name: str, receiver: str = "") -> list[ast.Expr]:
        """`receiver.name(...)` alone on its line."""
        found = []
        for node in self.nodes:
            if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
                continue
            called = node.value.func
            if not isinstance(called, ast.Attribute) or called.attr != name:
                continue
            if receiver in self.code(called.value):
                found.append(node)
        return found

    # Changes

    def replace(self, node: ast.AST, text: str) -> Edit:
        return Edit(self.start(node), self.end(node), text)

    def wrap(self, node: ast.AST, before: str, after: str) -> Edit:
        return self.replace(node, f"{before}{self.code(node)}{after}")

    def remove(self, statement: ast.stmt) -> Edit:
        siblings = getattr(self._parents[statement], "body", [])
        if len(siblings) < 2:
            return self.replace(statement, "pass")
        start = self._starts[statement.lineno - 1]
        return Edit(start, self._starts[statement.end_lineno or statement.lineno], "")

    def before(self, node: ast.AST, *lines: str) -> Edit:
        statement = self.statement(node)
        offset = self._starts[statement.lineno - 1]
        return Edit(offset, offset, self._block(statement, lines))

    def after(self, node: ast.AST, *lines: str) -> Edit:
        statement = self.statement(node)
        offset = self._starts[statement.end_lineno or statement.lineno]
        return Edit(offset, offset, self._block(statement, lines))

    def _block(self, statement: ast.stmt, lines: Iterable[str]) -> str:
        indent = " " * statement.col_offset
        return "".join(f"{indent}{line}\n" for line in lines)

    def at_top(self, line: str) -> Edit:
        first = next(n for n in self.tree.body if isinstance(n, ast.Import | ast.ImportFrom))
        return self.before(first, line)

    def set_keyword(self, call: ast.Call, name: str, value: str) -> Edit:
        """Another value of an argument, or one more argument."""
        present = keyword(call, name)
        if present is not None:
            return self.replace(present, value)
        close = self.end(call) - 1
        has_arguments = bool(call.args or call.keywords)
        ends_with_comma = self.text[:close].rstrip().endswith(",")
        comma = ", " if has_arguments and not ends_with_comma else ""
        return Edit(close, close, f"{comma}{name}={value}")

    # Meaning

    def constants(self, value: ast.expr | None) -> list[ast.Constant]:
        """The numbers that an expression stands for, where they are written."""
        if isinstance(value, ast.Constant):
            return [value]
        name = last_name(value) if value is not None else None
        return self.values_of(name, is_local=isinstance(value, ast.Name)) if name else []

    def values_of(self, name: str, *, is_local: bool = True) -> list[ast.Constant]:
        """Numbers that a name is given: by assignment, by default, by options.

        Callers give them only to what is local: `config.rate` is no parameter of a function.
        """
        ways = (self._assigned, self._defaults, self._options)
        for way in (self._passed, *ways) if is_local else ways:
            found = [one for one in way(name) if isinstance(one.value, int | float)]
            if found:
                return found
        return []

    def _passed(self, name: str) -> list[ast.Constant]:
        given = [k.value for n in self.nodes if isinstance(n, ast.Call) for k in n.keywords
                 if k.arg == name]  # fmt: skip
        return [value for value in given if isinstance(value, ast.Constant)]

    def _assigned(self, name: str) -> list[ast.Constant]:
        found: list[ast.Constant] = []
        for node in self.nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(
                node.value, ast.Constant
            ):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found += [node.value for one in targets if last_name(one) == name]
            elif isinstance(node, ast.Dict):
                found += [
                    value
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant)
                    and key.value == name
                    and isinstance(value, ast.Constant)
                ]
        return found

    def _defaults(self, name: str) -> list[ast.Constant]:
        found: list[ast.Constant] = []
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef) and node.args.defaults:
                named = node.args.args[-len(node.args.defaults) :]
                found += [
                    value
                    for argument, value in zip(named, node.args.defaults, strict=True)
                    if argument.arg == name and isinstance(value, ast.Constant)
                ]
        return found

    def _options(self, name: str) -> list[ast.Constant]:
        flag = "--" + name.replace("_", "-")
        calls = [c for c in self.calls("add_argument") if c.args and text_of(c.args[0]) == flag]
        defaults = [keyword(call, "default") for call in calls]
        return [value for value in defaults if isinstance(value, ast.Constant)]

    @cached_property
    def optimisers(self) -> list[ast.Call]:
        return self.calls(*OPTIMISERS)

    def model_of(self, optimiser: ast.Call) -> str | None:
        """The expression whose parameters it is given."""
        if not optimiser.args or not isinstance(optimiser.args[0], ast.Call):
            return None
        called = optimiser.args[0].func
        is_all = isinstance(called, ast.Attribute) and called.attr == "parameters"
        return self.code(called.value) if is_all else None  # type: ignore[attr-defined]

    @cached_property
    def backwards(self) -> list[ast.Expr]:
        return self.statements_calling("backward")

    def loop_of(self, node: ast.AST) -> ast.For | None:
        return next((one for one in self.ancestors(node) if isinstance(one, ast.For)), None)

    @cached_property
    def training_pair(self) -> Pair | None:
        if self.is_keras:
            return self._pair_of_fit()
        whole = [n for n in self.nodes if isinstance(n, ast.Assign) and _is_training_set(n)]
        if whole:
            return self._pair_after(whole[0], is_whole_set=True)
        return self._pair_of_loop()

    def _pair_of_fit(self) -> Pair | None:
        for call in self.calls("fit"):
            if len(call.args) == 2 and all(isinstance(one, ast.Name) for one in call.args):
                x, y = map(self.code, call.args)
                statement = self.statement(call)
                offset = self._starts[statement.lineno - 1]
                return Pair(x, y, offset, " " * statement.col_offset, True)
        return None

    def _pair_of_loop(self) -> Pair | None:
        for backward in self.backwards:
            loop = self.loop_of(backward)
            if loop is None:
                continue
            if _two_names(loop.target):
                first = loop.body[0]
                offset = self._starts[first.lineno - 1]
                x, y = map(self.code, loop.target.elts)  # type: ignore[attr-defined]
                return Pair(x, y, offset, " " * first.col_offset, False)
            assigned = [node for node in loop.body if isinstance(node, ast.Assign)]
            inside = [node for node in assigned if _two_names(node.targets[0])]
            if inside:
                return self._pair_after(inside[0], is_whole_set=False)
        return None

    def _pair_after(self, statement: ast.Assign, *, is_whole_set: bool) -> Pair:
        names = [self.code(one) for one in statement.targets[0].elts]  # type: ignore[attr-defined]
        offset = self._starts[statement.end_lineno or statement.lineno]
        return Pair(names[0], names[1], offset, " " * statement.col_offset, is_whole_set)

    @cached_property
    def output(self) -> ast.expr | None:
        """What the network that is trained first gives back: where its class or list ends."""
        model = next(filter(None, map(self.model_of, self.optimisers)), None)
        assigned = [node for node in self.nodes if isinstance(node, ast.Assign)]
        same = [node.value for node in assigned if self.code(node.targets[0]) == model]
        built = [value for value in same if isinstance(value, ast.Call)]
        names = {last_name(call.func) for call in built}
        if "Sequential" in names:
            return built[0].args[-1]
        return self._returned(names) or self._returned(self._classes_with_forward())

    def _classes_with_forward(self) -> set[str | None]:
        classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        have = [c for c in classes if any(getattr(f, "name", "") == "forward" for f in c.body)]
        return {have[-1].name} if have else set()

    def _returned(self, names: set[str | None]) -> ast.expr | None:
        for node in self.nodes:
            if isinstance(node, ast.ClassDef) and node.name in names:
                returns = [
                    inner.value
                    for method in node.body
                    if isinstance(method, ast.FunctionDef) and method.name == "forward"
                    for inner in ast.walk(method)
                    if isinstance(inner, ast.Return) and not isinstance(inner.value, ast.Tuple)
                ]
                return returns[-1] if returns else None
        return None


def last_name(node: ast.AST) -> str | None:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
    return None


def keyword(call: ast.Call, *names: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg in names), None)


def text_of(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _two_names(target: ast.AST) -> bool:
    return (
        isinstance(target, ast.Tuple)
        and len(target.elts) == 2
        and all(isinstance(one, ast.Name) for one in target.elts)
    )


def _is_training_set(statement: ast.Assign) -> bool:
    """`x_train, y_train = make(...)`."""
    target = statement.targets[0]
    names = ast.unparse(target) if _two_names(target) else ""
    return len(re.findall("train", names)) == 2 and isinstance(statement.value, ast.Call)
