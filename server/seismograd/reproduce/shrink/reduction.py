"""Delta debugging: take away as much of a list as possible while a test still holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def reduced(items: Sequence[Item], holds: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A smaller list for which the test holds; no single item of it can be left out.

    The test is known to hold for the whole.
    """
    kept = list(items)
    pieces = 2
    while len(kept) >= 1 and pieces <= 2 * len(kept):
        size = max(1, len(kept) // pieces)
        smaller = _without_one_piece(kept, size, holds)
        if smaller is not None:
            kept, pieces = smaller, max(2, pieces - 1)
        elif size == 1:
            break
        else:
            pieces = min(2 * pieces, len(kept))
    return kept


def _without_one_piece(
    items: list[Item], size: int, holds: Callable[[Sequence[Item]], bool]
) -> list[Item] | None:
    """From the end: what comes late in a script depends on the rest, not the rest on it."""
    for start in range(len(items) - size, -1, -size):
        rest = items[:start] + items[start + size :]
        if holds(rest):
            return rest
    return None
