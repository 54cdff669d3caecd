"""Which order of axes a reshape pretends to make: its sizes are those of before in another one."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.program.shapes.sizes import is_unnamed
from seismograd.source.evaluate.values import Shape, Size

Order = tuple[int, ...]
"""For each new axis, the old one: (0, 2, 1) exchanges the last two of three."""


def axis_order(before: Shape, after: Shape) -> Order | None:
    """None where the sizes are others, are not known, or stay in their order."""
    if before is None or after is None or len(before) != len(after):
        return None
    order = _completed(_matched(before, after), before, after)
    if order is None:
        return None
    moving = [axis for axis in order if before[axis] != 1]
    return order if moving != sorted(moving) else None


def _matched(before: Sequence[Size], after: Sequence[Size]) -> list[int | None]:
    """Axes of the same size keep their order among each other."""
    free = [axis for axis, size in enumerate(before) if size is not None]
    found: list[int | None] = []
    for size in after:
        axis = next((one for one in free if before[one] == size), None)
        found.append(axis)
        if axis is not None:
            free.remove(axis)
    return found


def _completed(
    found: list[int | None], before: Sequence[Size], after: Sequence[Size]
) -> Order | None:
    """A reshape keeps the number of elements: one axis that is left over on either side, of a
    size that is not known, is the same."""
    left = [axis for axis in range(len(before)) if axis not in found]
    if len(left) == 1:
        at = found.index(None)
        is_open = is_unnamed(before[left[0]]) and is_unnamed(after[at])
        found = [*found[:at], left[0], *found[at + 1 :]] if is_open else found
    order = tuple(axis for axis in found if axis is not None)
    return order if len(order) == len(before) else None


def joined_neighbours(old: Sequence[Size], new: Sequence[Size]) -> int:
    """How many may have been joined, where two axes side by side are swapped; 0 for none."""
    moved = [at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    sizes = [size for at in moved if isinstance(size := old[at], int)]
    if len(sizes) != 2 or len(moved) != 2 or moved[1] - moved[0] != 1:
        return 0
    low, high = sorted(sizes)
    return 0 if high % low else high // low
