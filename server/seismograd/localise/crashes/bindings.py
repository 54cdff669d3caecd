"""The assignments of a name or attribute within one function or module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.localise.crashes.sources import Function


@dataclass(frozen=True)
class Binding:
    line: int
    value: ast.expr
    path: tuple[int, ...] = ()
    """Which element of the value it is, from the outside in."""
    of_loop: bool = False
    """Whether a `for` goes through the value."""


def bindings_of(
    body: ast.Module | Function, name: str, *, with_writes: bool = False
) -> list[Binding]:
    return [
        binding
        for statement in statements(body)
        for binding in _bound(statement, name, with_writes)
    ]


def attribute_bindings(
    owner: ast.ClassDef, attribute: str, *, with_writes: bool = False
) -> list[tuple[Function, Binding]]:
    """Assignments to `self.attribute` in the methods of a class."""
    return [
        (method, binding)
        for method in owner.body
        if isinstance(method, Function)
        for statement in statements(method)
        for binding in _bound(statement, f"self.{attribute}", with_writes)
    ]


def statements(body: ast.AST) -> Iterator[ast.AST]:
    """Everything in a body, in order, without the functions and classes defined inside."""
    waiting = _inside(body)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += _inside(node)


def _inside(node: ast.AST) -> list[ast.AST]:
    """The last one first."""
    children = [
        child
        for child in ast.iter_child_nodes(node)
        if not isinstance(child, Function | ast.ClassDef | ast.Lambda)
    ]
    return children[::-1]


def _bound(node: ast.AST, name: str, with_writes: bool) -> Iterator[Binding]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _targets(target, node.value, name, node.lineno, with_writes)
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        yield from _targets(node.target, node.value, name, node.lineno, with_writes)
    elif isinstance(node, ast.For | ast.AsyncFor):
        for found in _targets(node.target, node.iter, name, node.lineno, False):
            yield replace(found, of_loop=True)
    elif isinstance(node, ast.AugAssign) and with_writes and _text(node.target) == name:
        yield Binding(node.lineno, node.value)


def _targets(
    target: ast.expr,
    value: ast.expr,
    name: str,
    line: int,
    with_writes: bool,
    path: tuple[int, ...] = (),
) -> Iterator[Binding]:
    if isinstance(target, ast.Tuple | ast.List):
        for at, part in enumerate(target.elts):
            yield from _targets(part, value, name, line, with_writes, (*path, at))
    elif isinstance(target, ast.Starred):
        yield from _targets(target.value, value, name, line, with_writes, path)
    elif _text(target) == name:
        yield Binding(line, value, path)
    elif with_writes and isinstance(target, ast.Subscript) and _text(target.value) == name:
        yield Binding(line, _unnamed(value))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return ""


def _unnamed(value: ast.expr) -> ast.expr:
    """What is written into some elements is made on that line, whatever its name."""
    return ast.copy_location(ast.Constant(None), value)
