"""Parameters that take arrays of NumPy and no tensors: what they are given to says so."""

from __future__ import annotations

import ast

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees

MOST_DEPTH = 3
_TAKE_ARRAYS = frozenset({"torch.from_numpy", "from_numpy"})


def takes_array(
    trees: SourceTrees, function: AnyFunction | None, name: str, depth: int = 0
) -> bool:
    """Also where it is handed on to another function of the project."""
    for node in ast.walk(function) if function else ():
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func) in _TAKE_ARRAYS:
            if any(_is_of(one, name) for one in node.args):
                return True
        elif depth < MOST_DEPTH and _is_handed_on(trees, node, name, depth):
            return True
    return False


def _is_handed_on(trees: SourceTrees, call: ast.Call, name: str, depth: int) -> bool:
    found = trees.project.find(ast.unparse(call.func).rpartition(".")[2])
    if len(found) != 1:
        return False
    names = [one.name for one in found[0].parameters]
    given = [*zip(names, call.args, strict=False), *((k.arg or "", k.value) for k in call.keywords)]
    inner = [one for one, value in given if isinstance(value, ast.Name) and value.id == name]
    function = trees.function(found[0])
    return any(takes_array(trees, function, one, depth + 1) for one in inner)


def _is_of(node: ast.expr, name: str) -> bool:
    """The thing itself, or a part of it."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id == name
