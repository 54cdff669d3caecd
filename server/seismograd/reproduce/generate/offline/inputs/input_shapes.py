"""What the code of a network asks of its inputs: the first layers that take them tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.input_dataflow import (
    Undo,
    as_arrived,
    follow,
    unchanged,
    unpacked_axes,
)
from seismograd.reproduce.generate.offline.inputs.layer_inputs import KEEP_SHAPE, layer_takes
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec, with_axes
from seismograd.reproduce.generate.offline.source_trees import AnyFunction, SourceTrees

MOST_DEPTH = 6
MOST_INPUTS = 3
FORWARD = ("forward", "call", "__call__")
_BUILDING = ("__init__", "build", "setup", "_build")
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)
_TAKE_SEVERAL = {"MultiheadAttention", "MultiHeadAttention"}
"""Layers whose further inputs are like the first."""


class InputShapes:
    def __init__(self, trees: SourceTrees) -> None:
        self.trees = trees

    def of_inputs(
        self, symbol: Symbol, path: str, *methods: str, depth: int = 0
    ) -> dict[str, TensorSpec]:
        """By parameter of the first of these methods that there is, else of what a call runs.

        The network stands at `path`.
        """
        known = (self.trees.method(symbol, name) for name in methods or FORWARD)
        found = next((one for one in known if one is not None), None)
        if found is None or depth > MOST_DEPTH:
            return {}
        _, function = found
        reading = _Reading(self, symbol, path, depth)
        parameters = [*function.args.posonlyargs, *function.args.args][1:]
        demands = ((one.arg, reading.first_demand(function, one.arg)) for one in parameters)
        return {name: spec for name, spec in demands if spec is not None}


class _Reading:
    """One method of a network, read for what becomes of its parameters."""

    def __init__(self, shapes: InputShapes, symbol: Symbol, path: str, depth: int) -> None:
        self._shapes = shapes
        self._trees = shapes.trees
        self._symbol = symbol
        self._path = path
        self._depth = depth
        self._is_keras = any("keras" in base for base in symbol.bases)
        self._members: dict[str, ast.expr] = {}
        """What the constructors of the class put on it."""
        for owner in reversed((symbol, *self._trees.ancestors(symbol))):
            node = self._trees.class_of(owner)
            for function in node.body if node else ():
                if isinstance(function, AnyFunction) and function.name in _BUILDING:
                    self._members.update(_assigned_members(function))

    def first_demand(self, function: AnyFunction, parameter: str) -> TensorSpec | None:
        arrived: dict[str, Undo] = {parameter: unchanged}
        loops = _loop_layers(function)
        axes: int | None = None
        for statement in _statements(function):
            for call in _calls(statement):
                spec = self._of_call(call, arrived, loops)
                if spec is not None:
                    return _spread(spec, axes)
            axes = axes or unpacked_axes(statement, arrived.keys())
            follow(statement, arrived)
        return with_axes(axes)

    def _of_call(
        self, call: ast.Call, arrived: dict[str, Undo], loops: dict[str, str]
    ) -> TensorSpec | None:
        """What a layer, or another method of the network, asks of an input that it is given."""
        name = _layer_name(call.func, loops)
        for position, argument in enumerate(call.args[:MOST_INPUTS] if name else ()):
            undo = as_arrived(argument, arrived)
            if undo is None or name is None:
                continue
            member = self._members.get(name.partition("[")[0])
            if member is None:
                spec = self._of_argument(self._symbol, self._path, position, name)
            else:
                spec = self._taken_by(member, f"{self._path}.{name.partition('[')[0]}", position)
            return replace(spec, sizes=undo(spec.sizes)) if spec else None
        return None

    def _of_argument(
        self, symbol: Symbol, path: str, position: int, *methods: str
    ) -> TensorSpec | None:
        known = (self._trees.method(symbol, name) for name in methods or FORWARD)
        found = next((one for one in known if one is not None), None)
        names = [one.arg for one in found[1].args.args[1:]] if found else []
        if position >= len(names):
            return None
        specs = self._shapes.of_inputs(symbol, path, *methods, depth=self._depth + 1)
        return specs.get(names[position])

    def _taken_by(self, node: ast.expr, path: str, position: int) -> TensorSpec | None:
        """What a layer takes that is made by an expression and stands at `path`."""
        if isinstance(node, ast.List | ast.Tuple):
            return self._first_of(node.elts, path, position)
        if isinstance(node, _COMPREHENSIONS):
            return self._taken_by(node.elt, f"{path}[0]", position)
        if not isinstance(node, ast.Call):
            return None
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("Sequential", "ModuleList"):
            elements = _elements(node.args)
            if len(elements) == 1 and isinstance(elements[0], _COMPREHENSIONS):
                return self._taken_by(elements[0], path, position)
            return self._first_of(elements, path, position)
        for ours in self._trees.project.find(name):
            if ours.kind is SymbolKind.CLASS:
                return self._of_argument(ours, path, position)
        is_told = position == 0 or name in _TAKE_SEVERAL
        return layer_takes(name, path, self._is_keras) if is_told else None

    def _first_of(self, elements: list[ast.expr], path: str, position: int) -> TensorSpec | None:
        for number, element in enumerate(elements):
            spec = self._taken_by(element, f"{path}[{number}]", position)
            name = ast.unparse(element).partition("(")[0].rpartition(".")[2]
            if spec is not None or name not in KEEP_SHAPE:
                return spec
        return None


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


def _spread(spec: TensorSpec, axes: int | None) -> TensorSpec:
    """A dense layer takes any number of axes before the last; the code may say how many."""
    if axes is None or axes == len(spec.sizes) or len(spec.sizes) < 2:
        return replace(spec, is_sure=True) if axes is not None else spec
    if spec.kind is Kind.WHOLE:
        return replace(spec, sizes=("BATCH", "LENGTH", "2", "2")[:axes])
    middle = ("LENGTH",) if axes == 3 else ("SIZE",) * (axes - 2)
    return replace(spec, sizes=("BATCH", *middle, spec.sizes[-1])[:axes], is_sure=True)
