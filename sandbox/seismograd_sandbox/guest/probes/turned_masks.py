"""Whether a mask hides the content of sequences and leaves their padding.

Frameworks do not agree on what `True` in a mask stands for. A mask that is turned leaves nothing
but positions that look the same in all examples.
"""

from __future__ import annotations

from typing import Any

from .attention_questions import watched_operations
from .tried_network import Answer, TriedNetwork, is_float

FEWEST_EXAMPLES = 4
"""In which something is seen."""
FEWEST_LENGTHS = 2
"""Of what is seen: where it ends at the same position in all examples, it may be chosen."""
FEWEST_VALUES = 4
"""Of rows that are hidden."""
MOST_ADDED = 2
"""Positions that a network puts before or after those of its batch: a token for the answer."""


def content_is_seen(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether masks leave something of the examples to be attended to; told where one does not."""
    batch = network.batch
    if batch.ndim != (3 if is_float(batch) else 2):
        return None
    masks = watched_operations(network).masks
    for mask in masks:
        if any(_is_turned(batch.swapaxes(0, axis), mask.seen) for axis in (0, 1)):
            return Answer(False, place=mask.place)
    return Answer(True) if masks else None


def _is_turned(rows: Any, seen: Any) -> bool:
    """`rows` by example and position, `seen` by example (and perhaps head) and key."""
    examples, positions = rows.shape[:2]
    added = seen.shape[-1] - positions
    if seen.shape[0] % examples or not 0 <= added <= MOST_ADDED:
        return False
    by_key = seen.reshape(examples, -1, seen.shape[-1]).any(axis=1)
    parts = (by_key[:, added:], by_key[:, :positions])
    return any(_is_at_one_end(part) and _is_of_padding(rows, part) for part in parts)


def _is_at_one_end(seen: Any) -> bool:
    """As padding is; marks that a network gathers something at are anywhere."""
    lengths = seen.sum(axis=1)
    if (lengths > 0).sum() < FEWEST_EXAMPLES or len({*lengths.tolist()}) < FEWEST_LENGTHS:
        return False
    steps = seen[:, 1:].astype(int) - seen[:, :-1]
    return bool((steps >= 0).all() or (steps <= 0).all())


def _is_of_padding(rows: Any, seen: Any) -> bool:
    """Whether what is seen is the same everywhere, and what is hidden is not."""
    left, hidden = rows[seen], rows[~seen]
    if not (left == left[0]).all():
        return False
    return len({row.tobytes() for row in hidden}) >= FEWEST_VALUES
