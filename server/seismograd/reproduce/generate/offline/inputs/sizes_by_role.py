"""Sizes for parameters, by what the layers that they are given to take them for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.keras.layer_table import SPECS as KERAS_LAYERS
from seismograd.program.torch.layers import LAYERS as TORCH_LAYERS
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.call_arguments import arguments_of
from seismograd.reproduce.generate.offline.source_trees import AnyFunction, SourceTrees

MOST_DEPTH = 3
_FEW = "2"
"""For what is counted to, or divided by: it divides every width below."""
_SIZES = {
    "in_units": "16", "units": "16", "num_features": "16", "normalized_shape": "16",
    "feed_forward": "32", "key_dim": "16", "kernel_size": "3", "stride": "1", "padding": "1",
    "dilation": "1", "groups": "1", "heads": _FEW, "num_layers": _FEW, "size": _FEW,
    "rate": "0.1", "eps": "1e-05", "momentum": "0.1", "slope": "0.1",
}  # fmt: skip
"""By the neutral names of the settings of layers; small ones that fit together."""
_SIZES_OF = {("conv", "in_units"): "3", ("embedding", "in_units"): "20"}


def size_for(
    trees: SourceTrees, function: AnyFunction | None, expression: str, depth: int = 0
) -> str | None:
    """Of what an expression stands for in a function; None where no layer takes it."""
    if function is None or depth > MOST_DEPTH:
        return None
    same = {expression, *_members_for(function, expression)}
    exact: str | None = None
    within: str | None = None
    for node, size in _sized(trees, function, same, depth):
        if ast.unparse(node) in same:
            exact = exact or size
        elif _mentions(node, same):
            within = within or size
    return exact or within


def _mentions(node: ast.AST, same: set[str]) -> bool:
    """Itself, not merely a part of it: in `2 * width`, but not `args` in `args.width`."""
    if isinstance(node, ast.expr) and ast.unparse(node) in same:
        return True
    inner = [node.slice] if isinstance(node, ast.Subscript) else ast.iter_child_nodes(node)
    return not isinstance(node, ast.Attribute) and any(_mentions(one, same) for one in inner)


def _members_for(function: AnyFunction, expression: str) -> Iterator[str]:
    """`self.width = width`"""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == expression:
            yield from map(ast.unparse, node.targets)


def _sized(
    trees: SourceTrees, function: AnyFunction, same: set[str], depth: int
) -> Iterator[tuple[ast.expr, str]]:
    """Expressions that a size is demanded of, and the size."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv | ast.Mod):
            yield node.right, _FEW
        elif isinstance(node, ast.Call):
            yield from _of_call(trees, node, same, depth)


def _of_call(
    trees: SourceTrees, call: ast.Call, same: set[str], depth: int
) -> Iterator[tuple[ast.expr, str]]:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name == "range":
        yield from ((argument, _FEW) for argument in call.args)
        return
    ours = [s for s in trees.project.find(name) if s.kind is SymbolKind.CLASS and s.name == name]
    if ours:
        yield from _of_own_class(trees, ours[0], call, same, depth)
        return
    for op, neutral, index, keywords in _settings(name):
        size = _SIZES_OF.get((op, neutral)) or _SIZES.get(neutral)
        node = next((one.value for one in call.keywords if one.arg in keywords), None)
        if node is None and index is not None and index < len(call.args):
            node = call.args[index]
        if node is not None and size is not None:
            yield node, size


def _settings(layer: str) -> Iterator[tuple[str, str, int | None, tuple[str, ...]]]:
    """The operation of a layer; of each setting the neutral name, the position, the keywords."""
    torch = TORCH_LAYERS.get(layer)
    for neutral, (index, name, _) in torch.parameters.items() if torch else ():
        yield torch.op if torch else "", neutral, index, (name,)
    keras = KERAS_LAYERS.get(layer)
    for neutral, one in keras.parameters.items() if keras else ():
        yield keras.op if keras else "", neutral, one.index, one.names


def _of_own_class(
    trees: SourceTrees, symbol: Symbol, call: ast.Call, same: set[str], depth: int
) -> Iterator[tuple[ast.expr, str]]:
    """What a class of the project does with it in turn."""
    found = trees.method(symbol, "__init__")
    for name, node in arguments_of(call, symbol).items() if found else ():
        if found and _mentions(node, same):
            size = size_for(trees, found[1], name, depth + 1)
            if size is not None:
                yield node, size
