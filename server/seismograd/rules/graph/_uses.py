"""How the code goes on to use a name, as far as its text shows."""

from __future__ import annotations

import ast

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Function

_SHOWING = frozenset({"print", "float", "str", "format", "round", "info", "debug", "add_scalar"})
_GATHERING = frozenset({"len", "max", "mean", "median", "min", "plot", "print", "sum"})


def is_only_shown(call: Call, target: ast.AST) -> bool:
    """Whether a running sum is a plain name that is only computed with and shown, so that a
    number serves as well as a tensor."""
    if not isinstance(target, ast.Name):
        return False
    return all(_takes_number(node, parent) for node, parent in _reads(call, target.id))


def is_list_only_shown(call: Call) -> bool:
    """Whether a list that is appended to is a plain name of which only figures are made."""
    function = call.place.node.func if isinstance(call.place.node, ast.Call) else None
    target = function.value if isinstance(function, ast.Attribute) else None
    if not isinstance(target, ast.Name):
        return False
    return all(_makes_figures(node, parent) for node, parent in _reads(call, target.id))


def _makes_figures(node: ast.Name, parent: ast.AST) -> bool:
    if isinstance(parent, ast.Attribute):
        return parent.attr == "append"
    if not isinstance(parent, ast.Call):
        return False
    function = parent.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    is_torch = isinstance(function, ast.Attribute) and getattr(function.value, "id", "") == "torch"
    return name in _GATHERING and not is_torch


def scope_of(call: Call) -> list[ast.AST]:
    """The function around a call, or the whole file."""
    function = call.function
    if isinstance(function, Function):
        return [function.node]
    document = call.place.chunk.document
    return [statement for chunk in document.chunks for statement in chunk.statements]


def _reads(call: Call, name: str) -> list[tuple[ast.Name, ast.AST]]:
    return [
        (child, parent)
        for part in scope_of(call)
        for parent in ast.walk(part)
        for child in ast.iter_child_nodes(parent)
        if isinstance(child, ast.Name) and child.id == name and isinstance(child.ctx, ast.Load)
    ]


def _takes_number(node: ast.Name, parent: ast.AST) -> bool:
    if isinstance(parent, ast.Attribute | ast.Subscript | ast.Starred):
        return False
    if isinstance(parent, ast.Call):
        function = parent.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        return name in _SHOWING
    return not isinstance(parent, ast.Return | ast.keyword)
