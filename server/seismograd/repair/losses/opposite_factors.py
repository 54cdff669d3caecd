"""Labels and their opposites that choose between terms: `y * pull + (1 - y) * push`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.source.evaluate.values import Place

NOT = ("logical_not", "bitwise_not")
"""Functions whose value is the opposite of their argument."""
WHERE = "where"
CHOICES = 3
"""Arguments of `where(condition, one, other)`."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two texts of a loss, and all places at which each gives way to the other."""

    one: ast.expr
    other: ast.expr
    at_one: tuple[ast.expr, ...]
    at_other: tuple[ast.expr, ...]


def exchanged_labels(code: Place) -> Iterator[Exchange]:
    nodes = [one for one in ast.walk(code.node) if isinstance(one, ast.expr)]
    sites = list(_sites(nodes))
    for opposite, label in _opposites(code.node, sites).values():
        ours = tuple(site for site in sites if _same(site, label))
        others = tuple(site for site in sites if _same(site, opposite))
        if ours and others:
            yield Exchange(label, opposite, ours, others)
    for call in nodes:
        if isinstance(call, ast.Call) and _is_choice(call) and not _has_opposite(call, sites):
            one, other = call.args[1:CHOICES]
            yield Exchange(one, other, (one,), (other,))


def _sites(nodes: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Factors of products, and masks: `d[same]`."""
    for node in nodes:
        match node:
            case ast.BinOp(op=ast.Mult()):
                factors = map(_without_sign, (node.left, node.right))
                yield from (one for one in factors if not _is_product(one))
            case ast.Subscript(ctx=ast.Load()):
                yield node.slice


def _without_sign(node: ast.expr) -> ast.expr:
    is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return node.operand if is_negative and isinstance(node, ast.UnaryOp) else node


def _is_product(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)


def _opposites(code: ast.AST, sites: Sequence[ast.expr]) -> dict[str, tuple[ast.expr, ast.expr]]:
    """Expressions that are the opposite of others, and names that are given one."""
    pairs = [(one, label) for one in sites if (label := _opposite_of(one)) is not None]
    for node in ast.walk(code):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            label = _opposite_of(node.value)
            if label is not None and not _same(node.targets[0], label):
                pairs.append((node.targets[0], label))
    return {ast.unparse(one): (one, label) for one, label in pairs}


def _opposite_of(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Sub(), right=label):
            return label
        case ast.UnaryOp(op=ast.Invert(), operand=label):
            return label
        case ast.Call(func=ast.Attribute(attr=name), args=[label]) if name in NOT:
            return label
        case ast.Compare(left=label, ops=[ast.Eq()], comparators=[ast.Constant(value=0 | 0.0)]):
            return ast.Compare(label, [ast.Eq()], [ast.Constant(1)])
    return None


def _is_choice(call: ast.Call) -> bool:
    """By a label, not by the size of an error: `where(error < 1, ...)` is no fault."""
    named = isinstance(call.func, ast.Attribute) and call.func.attr == WHERE
    return named and len(call.args) == CHOICES and _is_label(call.args[0])


def _is_label(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="bool", value=owner), args=[]):
            return _is_label(owner)
        case ast.Compare(left=label, ops=[ast.Eq()], comparators=[ast.Constant()]):
            return _is_label(label)
    return isinstance(node, ast.Name | ast.Attribute)


def _has_opposite(call: ast.Call, sites: Sequence[ast.expr]) -> bool:
    """Its condition also chooses elsewhere: one exchange without the other would be none."""
    return any(_same(call.args[0], site) for site in sites)


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.unparse(one) == ast.unparse(other)
