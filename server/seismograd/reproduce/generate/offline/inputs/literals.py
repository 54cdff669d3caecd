"""Literals as source: what is one, and which value it has."""

from __future__ import annotations

import ast


def literal_value(text: str) -> object:
    """Raises `ValueError` where the text is no literal."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise ValueError(text) from None


def is_literal(text: str | None) -> bool:
    if text is None:
        return False
    try:
        literal_value(text)
    except ValueError:
        return False
    return True
