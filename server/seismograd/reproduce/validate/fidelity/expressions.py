"""What expressions of a script say plainly, and which statements hold them."""

from __future__ import annotations

import ast


def number_at(node: ast.expr | None) -> float | None:
    """Whole ones stay whole; truth values are no numbers."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
    return None


def whole_at(node: ast.expr | None) -> int | None:
    value = number_at(node)
    return value if isinstance(value, int) else None
