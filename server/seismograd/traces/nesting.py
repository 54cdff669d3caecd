"""Depth of JSON, judged before it is read.

The reader of the standard library goes down the C stack, which is small in threads of some systems.
"""

from __future__ import annotations

MAX_DEPTH = 32
_BRACKETS = b"[]{}"
_OTHERS = bytes(byte for byte in range(256) if byte not in _BRACKETS)
_UNBALANCED = 200
"""Brackets in the texts of a line need not match."""


def is_too_deep(line: bytes) -> bool:
    """Whether brackets nest deeper than any event has them."""
    brackets = line.translate(None, _OTHERS)
    for _ in range(MAX_DEPTH):
        if len(brackets) <= _UNBALANCED:
            return False
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    return len(brackets) > _UNBALANCED
