"""What stands around a place where shapes do not meet: code that rules it out, or wants it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.source.evaluate.values import Place


def is_expected_to_fail(place: Place) -> bool:
    """Whether a test wants an error here: `with pytest.raises(...)` and the like."""
    for outer in _around(place):
        if isinstance(outer, ast.With):
            names = [node for item in outer.items for node in ast.walk(item.context_expr)]
            if any(isinstance(n, ast.Attribute) and "raises" in n.attr.lower() for n in names):
                return True
        elif isinstance(outer, ast.Try) and outer.handlers:
            return True
    return False


def is_guarded(place: Place) -> bool:
    """Whether the code comes here only after it compared something."""
    return any(
        isinstance(outer, ast.If | ast.IfExp) and _compares(outer.test) for outer in _around(place)
    )


def _compares(test: ast.expr) -> bool:
    return any(isinstance(node, ast.Compare) for node in ast.walk(test))


def _around(place: Place) -> Iterator[ast.AST]:
    """The statements and expressions that hold a node."""
    for statement in place.chunk.statements:
        for outer in ast.walk(statement):
            if outer is not place.node and any(node is place.node for node in ast.walk(outer)):
                yield outer
