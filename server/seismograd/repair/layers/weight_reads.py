"""Whether a file looks into layers: what stands around a layer has other attributes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.repair.layers.layer_names import attribute_names
from seismograd.repair.layers.layer_sites import LayerSite

WEIGHTS = frozenset({"weight", "bias", "kernel", "reset_parameters"})
SIZES = frozenset(
    {"filters", "in_channels", "in_features", "out_channels", "out_features", "units"}
)
"""Configurations have them, too."""
ASKING = frozenset({"isinstance", "hasattr", "getattr"})
"""Functions that ask first what a module is: `if isinstance(m, nn.Linear): init(m.weight)`."""
ITERATING = (ast.For, ast.AsyncFor, ast.comprehension)


def are_weights_read(site: LayerSite) -> bool:
    """Whether the file of the layers reads attributes of what may be one of them."""
    names = {
        name.rpartition(".")[2]
        for network, layer in site.members
        if (name := attribute_names(network).get(id(layer.value)))
    }
    statements = [one for chunk in site.place.chunk.document.chunks for one in chunk.statements]
    items = {name for one in statements for name in _iterated(one)}
    reads = [read for one in statements for read in _reads(one)]
    return any(_may_be_layer(read, names, items) for read in reads)


def _reads(node: ast.AST) -> Iterator[ast.Attribute]:
    """Attributes that layers have, where nothing asks first what they are read of."""
    if isinstance(node, ast.If) and _asks(node.test):
        for one in node.orelse:
            yield from _reads(one)
        return
    if isinstance(node, ast.Attribute) and node.attr in WEIGHTS | SIZES:
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _reads(child)


def _asks(test: ast.expr) -> bool:
    called = (one.func for one in ast.walk(test) if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Name) and one.id in ASKING for one in called)


def _iterated(statement: ast.stmt) -> Iterator[str]:
    """Names that stand for each item of something."""
    for loop in ast.walk(statement):
        if isinstance(loop, ITERATING):
            yield from (one.id for one in ast.walk(loop.target) if isinstance(one, ast.Name))


def _may_be_layer(read: ast.Attribute, names: set[str], items: set[str]) -> bool:
    """An attribute of another name holds another layer; what is called or indexed may be any."""
    base = read.value
    if isinstance(base, ast.Attribute):
        return base.attr in names
    if isinstance(base, ast.Name):
        return base.id != "self" and (read.attr in WEIGHTS or base.id in items)
    return True
