"""Whether a switch of a script decides its verdict by itself, rather than what the script does."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from seismograd.reproduce.observation import MEASURED, REPRODUCED
from seismograd.source.shallow_parse import parse_module


def rigged(script: str, switches: Collection[str]) -> str | None:
    """The line that gives a verdict by the mere name of a switch; None where there is none."""
    try:
        tree = parse_module(script)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    found = next(_rigged(tree, set(switches)), None)
    return None if found is None else f"line {found.lineno}: {ast.unparse(found)[:120]}"


def _rigged(tree: ast.Module, switches: set[str]) -> Iterator[ast.expr]:
    told = set(_told_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.Assert) and (_is_verdict(node) or _sets(node, told)):
            yield from _bare(node.test, switches)
        elif isinstance(node, ast.Assign) and _names(node.targets) & told:
            yield from _chosen_constants(node.value, switches)


def _is_verdict(node: ast.If | ast.Assert) -> bool:
    """It ends the script, or says that the bug is there."""
    if isinstance(node, ast.Assert):
        return True
    return any(
        isinstance(child, ast.Raise)
        or (isinstance(child, ast.Constant) and str(child.value).startswith(REPRODUCED))
        for statement in node.body
        for child in ast.walk(statement)
    )


def _sets(node: ast.If | ast.Assert, told: set[str]) -> bool:
    """It gives a value that nothing was measured for to what is told as measured."""
    branches = [*node.body, *node.orelse] if isinstance(node, ast.If) else []
    return any(
        isinstance(one, ast.Assign) and _names(one.targets) & told and _is_constant(one.value)
        for one in branches
    )


def _bare(test: ast.expr, switches: set[str]) -> Iterator[ast.expr]:
    """The switch itself as a condition, or compared with a literal; not as a part of a value."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _bare(value, switches)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _bare(test.operand, switches)
    elif _is_switch(test, switches) or (
        isinstance(test, ast.Compare)
        and all(
            _is_switch(side, switches) or _is_constant(side)
            for side in [test.left, *test.comparators]
        )
    ):
        yield test


def _chosen_constants(value: ast.expr, switches: set[str]) -> Iterator[ast.expr]:
    """`1.0 if MODE == "buggy" else 0.0`: a measurement that nothing was measured for."""
    for node in ast.walk(value):
        if isinstance(node, ast.IfExp) and (_is_constant(node.body) or _is_constant(node.orelse)):
            yield from (node for _ in _bare(node.test, switches))


def _told_names(tree: ast.Module) -> Iterator[str]:
    """What is printed as measured, or what verdicts are about."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _mentions(node, MEASURED):
            yield from _names(node.args)
        elif isinstance(node, ast.If | ast.Assert) and _is_verdict(node):
            yield from _names([node.test])


def _mentions(call: ast.Call, word: str) -> bool:
    return any(
        isinstance(child, ast.Constant) and isinstance(child.value, str) and word in child.value
        for child in ast.walk(call)
    )


def _names(nodes: Collection[ast.expr]) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)}


def _is_switch(node: ast.expr, switches: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in switches


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
