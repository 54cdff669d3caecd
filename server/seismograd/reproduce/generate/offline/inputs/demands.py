"""What the code of a network asks of its inputs: the first layers that take them tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.documented import (
    documented_sizes,
    documented_tensor,
)
from seismograd.reproduce.generate.offline.inputs.layers import KEEP_SHAPE, layer_takes
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec

MOST_DEPTH = 6
FORWARD = ("forward", "call", "__call__")
_SAME = {
    "float", "long", "to", "clone", "contiguous", "detach", "cuda", "double", "half", "type_as",
    "relu", "gelu", "tanh", "sigmoid", "dropout", "normalize", "flatten", "view", "reshape",
    "requires_grad_", "cpu", "int", "type", "cast", "convert_to_tensor", "as_tensor",
}  # fmt: skip
"""What may be done to an input before the first layer without changing what that layer tells."""
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)
_OF_POSITIONS = re.compile(r"(\w+_)?(mask|len(gth)?s)")
_UNPACKED = {"shape", "size"}


@dataclass(frozen=True, slots=True)
class _Seen:
    """An input as it arrives at some place of the code: where its axes went on the way."""

    order: tuple[int, ...] | None = None
    """Of a permutation; None where it came as it was."""
    added_axis: int | None = None


class Demands:
    def __init__(self, trees: SourceTrees) -> None:
        self._trees = trees

    def of_inputs(self, symbol: Symbol, path: str, method: str = "") -> dict[str, TensorSpec]:
        """By parameter of the method (else of what a call runs); `path` is the network's name."""
        return self._of_inputs(symbol, path, method, 0)

    def _of_inputs(
        self, symbol: Symbol, path: str, method: str, depth: int
    ) -> dict[str, TensorSpec]:
        names = (method,) if method else FORWARD
        found = next((one for name in names if (one := self._trees.method(symbol, name))), None)
        if found is None or depth > MOST_DEPTH:
            return {}
        _, function = found
        reading = _Reading(self, symbol, path, depth)
        parameters = [*function.args.posonlyargs, *function.args.args][1:]
        demands = ((one.arg, reading.first_demand(function, one.arg)) for one in parameters)
        return {name: spec for name, spec in demands if spec is not None}

    def of_own_method(
        self, symbol: Symbol, path: str, method: str, position: int, depth: int
    ) -> TensorSpec | None:
        """What a method of the network asks of one of its arguments."""
        found = self._trees.method(symbol, method)
        names = [one.arg for one in found[1].args.args[1:]] if found else []
        if position >= len(names) or depth > MOST_DEPTH:
            return None
        return self._of_inputs(symbol, path, method, depth + 1).get(names[position])

    def members(self, symbol: Symbol) -> dict[str, ast.expr]:
        """What the constructors of a class put on it."""
        found: dict[str, ast.expr] = {}
        for owner in reversed((symbol, *self._trees.ancestors(symbol))):
            node = self._trees.class_of(owner)
            functions = [m for m in node.body if isinstance(m, AnyFunction)] if node else []
            for function in functions:
                if function.name in ("__init__", "build", "setup", "_build"):
                    found.update(_assigned_members(function))
        return found

    def network(self, name: str) -> Symbol | None:
        candidates = [s for s in self._trees.project.find(name) if s.kind is SymbolKind.CLASS]
        return candidates[0] if candidates else None

    def taken_by(self, node: ast.expr, path: str, depth: int, is_keras: bool) -> TensorSpec | None:
        """What a layer takes that is made by an expression and stands at `path`."""
        if isinstance(node, ast.List | ast.Tuple):
            return self._first_of(node.elts, path, depth, is_keras)
        if isinstance(node, _COMPREHENSIONS):
            return self.taken_by(node.elt, f"{path}[0]", depth, is_keras)
        if not isinstance(node, ast.Call):
            return None
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("Sequential", "ModuleList"):
            elements = _elements(node.args)
            if len(elements) == 1 and isinstance(elements[0], _COMPREHENSIONS):
                return self.taken_by(elements[0], path, depth, is_keras)
            return self._first_of(elements, path, depth, is_keras)
        ours = self.network(name)
        if ours is not None:
            return next(iter(self._of_inputs(ours, path, "", depth + 1).values()), None)
        return layer_takes(name, path, is_keras)

    def _first_of(
        self, elements: list[ast.expr], path: str, depth: int, is_keras: bool
    ) -> TensorSpec | None:
        for number, element in enumerate(elements):
            spec = self.taken_by(element, f"{path}[{number}]", depth, is_keras)
            name = ast.unparse(element).partition("(")[0].rpartition(".")[2]
            if spec is not None or name not in KEEP_SHAPE:
                return spec
        return None


class _Reading:
    """One method of a network, read for what becomes of its parameters."""

    def __init__(self, demands: Demands, symbol: Symbol, path: str, depth: int) -> None:
        self._demands = demands
        self._symbol = symbol
        self._path = path
        self._depth = depth
        self._members = demands.members(symbol)
        self._is_keras = any("keras" in base for base in symbol.bases)

    def first_demand(self, function: AnyFunction, parameter: str) -> TensorSpec | None:
        arrived = {parameter: _Seen()}
        loops = _loop_layers(function)
        told = documented_sizes(function, parameter, self._symbol.docstring)
        axes: int | None = len(told) or None
        for statement in _statements(function):
            for call in _calls(statement):
                spec = self._of_call(call, arrived, loops)
                if spec is not None:
                    return _with_positions(_with_axes(spec, axes), function)
            axes = axes or _unpacked_axes(statement, arrived)
            _follow(statement, arrived)
        return documented_tensor(function, parameter) or _of_axes(axes)

    def _of_call(
        self, call: ast.Call, arrived: dict[str, _Seen], loops: dict[str, str]
    ) -> TensorSpec | None:
        taken = [s for a in call.args if (s := _as_arrived(a, arrived)) is not None]
        position = next((i for i, a in enumerate(call.args) if _as_arrived(a, arrived)), None)
        if not taken or position is None or position > 2:
            return None
        layer = _layer_name(call.func, loops)
        if layer is None:
            return None
        name = layer.partition("[")[0]
        member = self._members.get(name)
        if member is None:
            spec = self._demands.of_own_method(
                self._symbol, self._path, name, position, self._depth
            )
            return _as_it_came(spec, taken[0]) if spec else None
        path = f"{self._path}.{name}"
        spec = self._demands.taken_by(member, path, self._depth, self._is_keras)
        return _as_it_came(spec, taken[0]) if spec else None


def _assigned_members(function: AnyFunction) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                    yield target.attr, node.value


def _elements(arguments: list[ast.expr]) -> list[ast.expr]:
    """Of `Sequential(a, b)`, of `ModuleList([a, b])`, and of `Sequential(*[...])`."""
    first = arguments[0] if len(arguments) == 1 else None
    if isinstance(first, ast.Starred):
        first = first.value
    if isinstance(first, ast.List | ast.Tuple):
        return first.elts
    return [first] if first is not None else arguments


def _statements(function: AnyFunction) -> Iterator[ast.stmt]:
    """In the order of the source, those within blocks as well."""
    waiting: list[ast.stmt] = list(function.body)
    while waiting:
        statement = waiting.pop(0)
        yield statement
        inner = [n for n in ast.iter_child_nodes(statement) if isinstance(n, ast.stmt)]
        waiting = inner + waiting


def _calls(statement: ast.stmt) -> list[ast.Call]:
    """The innermost first: they run first."""
    parts = [n for n in ast.iter_child_nodes(statement) if isinstance(n, ast.expr)]
    found = [n for part in parts for n in ast.walk(part) if isinstance(n, ast.Call)]
    return found[::-1]


def _loop_layers(function: AnyFunction) -> dict[str, str]:
    """Names that stand for the layers of a list: `for block in self.blocks`."""
    found: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            text = ast.unparse(node.iter)
            if text.startswith("self.") and text[5:].isidentifier():
                found[node.target.id] = text[5:]
    return found


def _layer_name(function: ast.expr, loops: dict[str, str]) -> str | None:
    text = ast.unparse(function)
    if text in loops:
        return loops[text]
    name = text.removeprefix("self.")
    plain = name.partition("[")[0]
    return name if text.startswith("self.") and plain.isidentifier() else None


def _as_arrived(node: ast.expr, arrived: dict[str, _Seen]) -> _Seen | None:
    """Whether an expression is an input, perhaps with its axes in another order."""
    if isinstance(node, ast.Name):
        return arrived.get(node.id)
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute):
        name, owner = node.func.attr, node.func.value
        inner = _as_arrived(owner, arrived)
        arguments = node.args
        if inner is None and arguments:
            inner, arguments = _as_arrived(arguments[0], arrived), arguments[1:]
        return _changed(name, arguments, inner) if inner is not None else None
    return None


def _changed(name: str, arguments: list[ast.expr], seen: _Seen) -> _Seen | None:
    numbers = [n.value for n in arguments if isinstance(n, ast.Constant)]
    whole = [n for n in numbers if isinstance(n, int)]
    if name == "unsqueeze" and len(whole) == 1:
        return replace(seen, added_axis=whole[0])
    if name == "transpose" and sorted(whole) == [1, 2]:
        return replace(seen, order=(0, 2, 1))
    if name == "permute" and sorted(whole) == list(range(len(whole))):
        return replace(seen, order=tuple(whole))
    return seen if name in _SAME else None


def _follow(statement: ast.stmt, arrived: dict[str, _Seen]) -> None:
    """Names for the input itself; one that becomes something else is no input any more."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        seen = _as_arrived(statement.value, arrived)
        if seen is not None:
            arrived[name] = seen
        else:
            arrived.pop(name, None)


def _unpacked_axes(statement: ast.stmt, arrived: dict[str, _Seen]) -> int | None:
    """`b, t, c = x.shape` has three axes."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
        return None
    value = statement.value.func if isinstance(statement.value, ast.Call) else statement.value
    if not isinstance(value, ast.Attribute) or value.attr not in _UNPACKED:
        return None
    if isinstance(value.value, ast.Name) and value.value.id in arrived:
        elements = statement.targets[0].elts
        starred = any(isinstance(one, ast.Starred) for one in elements)
        return None if starred else len(elements)
    return None


def _with_axes(spec: TensorSpec, axes: int | None) -> TensorSpec:
    """A dense layer takes any number of axes before the last; the code may say how many."""
    if axes is None or axes == len(spec.sizes) or len(spec.sizes) < 2:
        return replace(spec, is_sure=True) if axes is not None else spec
    if spec.kind is Kind.WHOLE:
        return replace(spec, sizes=("BATCH", "LENGTH", "2", "2")[:axes])
    middle = ("LENGTH",) if axes == 3 else ("SIZE",) * (axes - 2)
    return replace(spec, sizes=("BATCH", *middle, spec.sizes[-1])[:axes], is_sure=True)


def _with_positions(spec: TensorSpec, function: AnyFunction) -> TensorSpec:
    """What comes with a mask or with lengths has something to be masked."""
    names = [one.arg for one in (*function.args.args, *function.args.kwonlyargs)]
    is_open = spec.kind is Kind.FLOAT and len(spec.sizes) == 2 and not spec.is_sure
    if not is_open or not any(_OF_POSITIONS.fullmatch(name) for name in names):
        return spec
    return replace(spec, sizes=(spec.sizes[0], "LENGTH", spec.sizes[1]))


def _of_axes(axes: int | None) -> TensorSpec | None:
    sizes = {
        2: ("BATCH", "FEATURES"),
        3: ("BATCH", "LENGTH", "FEATURES"),
        4: ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"),
    }
    return TensorSpec(Kind.FLOAT, sizes[axes]) if axes in sizes else None


def _as_it_came(spec: TensorSpec, seen: _Seen) -> TensorSpec:
    """The sizes before the code moved the axes."""
    sizes = spec.sizes
    if seen.order is not None and len(seen.order) == len(sizes):
        before = dict(zip(seen.order, sizes, strict=True))
        sizes = tuple(before[axis] for axis in range(len(sizes)))
    if seen.added_axis is not None and len(sizes) > 2:
        at = seen.added_axis % len(sizes)
        sizes = sizes[:at] + sizes[at + 1 :]
    return replace(spec, sizes=sizes)
