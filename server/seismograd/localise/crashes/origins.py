"""Where the value of a variable was made: back through assignments, calls, loaders and datasets.

Only what the source says plainly is followed; where it does not, the last line that was reached is
the answer.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, replace

from seismograd.localise.crashes.bindings import Binding, attribute_bindings, bindings_of
from seismograd.localise.crashes.failure import Failure
from seismograd.localise.crashes.sources import Function, argument, called_name
from seismograd.source.shallow_parse import parse_expression
from seismograd.traces.events import Frame, Place, TensorFacts

Path = tuple[int | str, ...]
"""Which element of a value is meant, by position or key, from the outside in."""
MAX_STEPS = 60
"""Assignments and calls followed for one value."""
SAME_METHODS = frozenset(
    [
        "view",
        "reshape",
        "squeeze",
        "unsqueeze",
        "flatten",
        "permute",
        "transpose",
        "contiguous",
        "clone",
        "detach",
        "cpu",
        "cuda",
        "expand",
        "repeat",
        "to",
        "t",
        "requires_grad_",
        "pin_memory",
        "unbind",
        "chunk",
        "split",
        "numpy",
        "copy",
        "values",
    ]
)
"""Methods of a tensor that give the same elements in the same type."""
SAME_FUNCTIONS = frozenset(
    [
        "enumerate",
        "tqdm",
        "trange",
        "iter",
        "next",
        "list",
        "tuple",
        "reversed",
        "Variable",
        "Subset",
        "DataLoader",
        "cycle",
        "islice",
        "squeeze",
        "unsqueeze",
        "flatten",
        "reshape",
        "transpose",
        "stack",
        "cat",
        "asarray",
        "ascontiguousarray",
    ]
)
"""Functions that give what their first argument holds."""
PER_ARGUMENT = frozenset({"TensorDataset", "zip"})
DTYPES = frozenset(
    [
        "float",
        "double",
        "half",
        "long",
        "int",
        "short",
        "bool",
        "float16",
        "float32",
        "float64",
        "bfloat16",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "dtype",
    ]
)


@dataclass(frozen=True)
class Origin:
    place: Place
    expression: ast.expr | None = None


@dataclass(frozen=True)
class Scope:
    """Where an expression stands, and what called its function."""

    file: str
    function: Function | None = None
    owner: ast.ClassDef | None = None
    before: float = math.inf
    """Only assignments above this line count."""
    frame: int | None = None
    """Position of its frame among those of the project."""
    call: tuple[ast.Call, Scope] | None = None


class Origins:
    def __init__(
        self, failure: Failure, *, with_writes: bool = False, into_loaders: bool = True
    ) -> None:
        """`with_writes`: an assignment to some of the elements makes the value as well."""
        self._into_loaders = into_loaders
        self._failure = failure
        self._sources = failure.sources
        self._with_writes = with_writes
        self._steps = 0

    def of_tensor(self, tensor: TensorFacts) -> Origin | None:
        """Of a tensor in the framework's frames, by its name in the project."""
        found = self._failure.named_tensor(tensor)
        return self.of_name(*found) if found else None

    def of_name(self, frame: Frame, name: str) -> Origin | None:
        try:
            expression = parse_expression(name).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        return self.of_expression(frame, expression)

    def of_expression(self, frame: Frame, expression: ast.expr) -> Origin | None:
        self._steps = 0
        return self._chase(expression, self._scope(frame), ())

    def of_argument(self, frame: Frame, position: int, *names: str) -> Origin | None:
        """Of what the line of a frame gives to a call, the outermost one with so many arguments."""
        for call in self._sources.calls_at(Place(frame.file, frame.line)):
            value = argument(call, position, *names)
            if value is not None:
                return self.of_expression(frame, value)
        return None

    def _scope(self, frame: Frame) -> Scope:
        place = Place(frame.file, frame.line)
        function = self._sources.function_at(place)
        at = next((at for at, each in enumerate(self._failure.project) if each is frame), None)
        owner = self._class_of(frame.file, function)
        return Scope(frame.file, function, owner, frame.line or math.inf, at)

    def _class_of(self, file: str, function: Function | None) -> ast.ClassDef | None:
        tree = self._sources.tree(file)
        for node in ast.walk(tree) if tree is not None and function is not None else ():
            if isinstance(node, ast.ClassDef) and function in node.body:
                return node
        return None

    def _chase(self, node: ast.expr, scope: Scope, path: Path) -> Origin | None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            return None
        if isinstance(node, ast.Name):
            return self._name(node.id, scope, path)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, scope, path)
        if isinstance(node, ast.Subscript):
            return self._chase(node.value, scope, _with_index(node, path))
        if isinstance(node, ast.Tuple | ast.List | ast.Dict) and path:
            return self._element(node, scope, path)
        if isinstance(node, ast.Call):
            return self._call(node, scope, path)
        if isinstance(node, ast.Starred | ast.Await):
            return self._chase(node.value, scope, path)
        return _here(node, scope)

    def _element(
        self, node: ast.Tuple | ast.List | ast.Dict, scope: Scope, path: Path
    ) -> Origin | None:
        at = path[0]
        if isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            found = node.values[keys.index(at)] if at in keys else None
        else:
            inside = isinstance(at, int) and -len(node.elts) <= at < len(node.elts)
            found = node.elts[at] if inside and isinstance(at, int) else None
        return self._chase(found, scope, path[1:]) if found is not None else _here(node, scope)

    def _name(self, name: str, scope: Scope, path: Path) -> Origin | None:
        body = scope.function or self._sources.tree(scope.file)
        if body is None:
            return None
        found = [
            binding
            for binding in bindings_of(body, name, with_writes=self._with_writes)
            if binding.line < scope.before
        ]
        if found:
            return self._binding(max(found, key=lambda binding: binding.line), scope, path)
        if scope.function is None:
            return None
        position = _parameter(scope.function, name)
        if position is not None:
            return self._from_caller(scope, position, name, path)
        return self._name(name, Scope(scope.file), path)

    def _binding(self, binding: Binding, scope: Scope, path: Path) -> Origin | None:
        inner = replace(scope, before=binding.line)
        whole = binding.path + path
        deeper = self._chase(binding.value, inner, whole)
        if deeper is None and binding.of_loop:
            return self._from_loader(whole)
        return deeper or _unless_passed_on(binding, scope)

    def _from_loader(self, path: Path) -> Origin | None:
        """What a loop goes through cannot be followed: then the loader that the run met last."""
        places = [loader.built for loader in self._failure.summary.parts.loaders if loader.built]
        if not places:
            return None
        call = self._sources.call_of(places[-1], "DataLoader")
        if call is None:
            return Origin(places[-1])
        function = self._sources.function_at(places[-1])
        return self._chase(call, Scope(places[-1].file, function, before=call.lineno), path)

    def _from_caller(self, scope: Scope, position: int, name: str, path: Path) -> Origin | None:
        if scope.call is not None:
            call, outer = scope.call
            return self._passed(call, position, name, outer, path)
        if not scope.frame:
            return None
        frame = self._failure.project[scope.frame - 1]
        outer = self._scope(frame)
        for call in self._sources.calls_at(Place(frame.file, frame.line)):
            if _may_call(call, scope.function):
                found = self._passed(call, position, name, outer, path)
                if found is not None:
                    return found
        return None

    def _passed(
        self, call: ast.Call, position: int, name: str, scope: Scope, path: Path
    ) -> Origin | None:
        """An argument of a call; `**values` holds it by its name."""
        value = argument(call, position, name)
        if value is not None:
            return self._chase(value, scope, path)
        for keyword in call.keywords:
            if keyword.arg is None:
                return self._chase(keyword.value, scope, (name, *path))
        return None

    def _attribute(self, node: ast.Attribute, scope: Scope, path: Path) -> Origin | None:
        if node.attr in ("data", "T", "mT", "values"):
            return self._chase(node.value, scope, path)
        if not (isinstance(node.value, ast.Name) and node.value.id == "self") or not scope.owner:
            return None
        found = attribute_bindings(scope.owner, node.attr, with_writes=self._with_writes)
        if not found:
            return None
        method, binding = found[-1]
        inner = replace(scope, function=method, before=binding.line, frame=None)
        deeper = self._chase(binding.value, inner, binding.path + path)
        return deeper or _unless_passed_on(binding, scope)

    def _call(self, node: ast.Call, scope: Scope, path: Path) -> Origin | None:
        name = called_name(node)
        at = path[0] if path else None
        if name in PER_ARGUMENT and isinstance(at, int) and at < len(node.args):
            return self._chase(node.args[at], scope, path[1:])
        if name == "train_test_split" and isinstance(at, int):
            value = argument(node, at // 2)
            return self._chase(value, scope, path[1:]) if value is not None else None
        if name == "dict" and isinstance(at, str):
            value = argument(node, None, at)
            return self._chase(value, scope, path[1:]) if value is not None else None
        if name == "random_split":
            return self._first(node, scope, path[1:])
        if isinstance(node.func, ast.Attribute) and name in SAME_METHODS and not _casts(node):
            deeper = self._chase(node.func.value, scope, path)
            return deeper or _here(node, scope)
        if name == "DataLoader" and not self._into_loaders:
            return _here(node, scope)
        if name in SAME_FUNCTIONS:
            inner = path[1:] if name == "enumerate" else path
            return self._first(node, scope, inner) or _here(node, scope)
        return self._into_project(node, name, scope, path) or _here(node, scope)

    def _first(self, node: ast.Call, scope: Scope, path: Path) -> Origin | None:
        value = argument(node, 0, "dataset", "input", "iterable", "tensors")
        if isinstance(value, ast.List | ast.Tuple) and value.elts:
            value = value.elts[0]
        return self._chase(value, scope, path) if value is not None else None

    def _into_project(self, node: ast.Call, name: str, scope: Scope, path: Path) -> Origin | None:
        """Into a function of the project, or what a dataset of the project gives."""
        files = [scope.file, *self._failure.files]
        found = self._sources.class_named(files, name)
        if found is not None:
            return self._dataset(found[0], found[1], node, scope, path)
        if isinstance(node.func, ast.Attribute) and scope.owner is not None:
            return self._method(node, name, scope, path)
        called = self._sources.function_named(files, name)
        if called is None or not isinstance(node.func, ast.Name):
            return None
        return self._returned(called[1], Scope(called[0], called[1], call=(node, scope)), path)

    def _method(self, node: ast.Call, name: str, scope: Scope, path: Path) -> Origin | None:
        for method in scope.owner.body if scope.owner else ():
            if isinstance(method, Function) and method.name == name:
                inner = Scope(scope.file, method, scope.owner, call=(node, scope))
                return self._returned(method, inner, path)
        return None

    def _dataset(
        self, file: str, kind: ast.ClassDef, node: ast.Call, scope: Scope, path: Path
    ) -> Origin | None:
        for method in kind.body:
            if isinstance(method, Function) and method.name in ("__getitem__", "__iter__"):
                inner = Scope(file, method, kind, call=(node, scope))
                return self._returned(method, inner, path)
        return None

    def _returned(self, function: Function, scope: Scope, path: Path) -> Origin | None:
        given = [
            part
            for part in ast.walk(function)
            if isinstance(part, ast.Return | ast.Yield) and part.value is not None
        ]
        if not given:
            return None
        last = given[-1]
        assert last.value is not None
        return self._chase(last.value, replace(scope, before=last.lineno), path)


def _unless_passed_on(binding: Binding, scope: Scope) -> Origin | None:
    """A line that only gives a value another name did not make it."""
    passed_on = ast.Name | ast.Attribute | ast.Subscript | ast.Tuple
    if isinstance(binding.value, passed_on):
        return None
    return Origin(Place(scope.file, binding.line), binding.value)


def _here(node: ast.expr, scope: Scope) -> Origin:
    return Origin(Place(scope.file, node.lineno), node)


def _with_index(node: ast.Subscript, path: Path) -> Path:
    index = node.slice
    if isinstance(index, ast.Constant) and isinstance(index.value, int | str):
        return (index.value, *path)
    return path


def _casts(call: ast.Call) -> bool:
    """Whether `to` names a type rather than a device."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    named = any(isinstance(part, ast.Attribute) and part.attr in DTYPES for part in given)
    return named or any(keyword.arg == "dtype" for keyword in call.keywords)


def _parameter(function: Function, name: str) -> int | None:
    """The position of a parameter in a call: `self` is not counted."""
    names = [part.arg for part in (*function.args.posonlyargs, *function.args.args)]
    skipped = 1 if names[:1] in (["self"], ["cls"]) else 0
    if name in names[skipped:]:
        return names.index(name) - skipped
    return 10**6 if name in {part.arg for part in function.args.kwonlyargs} else None


def _may_call(call: ast.Call, function: Function | None) -> bool:
    """A module is called by any name, a plain function by its own."""
    if function is None:
        return False
    return function.name in ("forward", "__call__", "call") or called_name(call) == function.name
