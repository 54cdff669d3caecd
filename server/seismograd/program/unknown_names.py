"""Names as the only hint at what a value is."""

from __future__ import annotations

from seismograd.source.evaluate.values import Member, Unknown, Value


def name_of(value: Value | None) -> str:
    """What the program calls a value of which nothing else is known."""
    if isinstance(value, Unknown):
        return value.hint
    return value.name if isinstance(value, Member) else ""
