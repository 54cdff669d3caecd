"""Python's own parser for code of strangers, which is walked through recursively afterwards."""

from __future__ import annotations

import ast

MAX_DEPTH = 200
"""Nodes one inside of another; far more than anybody writes, far fewer than Python can walk."""


def parse_module(text: str | bytes) -> ast.Module:
    """As `ast.parse`; raises `SyntaxError` also for code that is nested too deeply to work with."""
    tree = ast.parse(text)
    _refuse_depth(tree)
    return tree


def parse_expression(text: str) -> ast.Expression:
    """As `parse_module`, for a single expression."""
    tree = ast.parse(text, mode="eval")
    _refuse_depth(tree)
    return tree


def _refuse_depth(tree: ast.AST) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise SyntaxError("nested too deeply")
