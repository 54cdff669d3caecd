"""Where a batch of sequences is padded, as far as its values tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .tried_network import is_float

FEWEST_EXAMPLES = 4
FEWEST_LENGTHS = 2
"""What ends everywhere at the same position is a part of all examples."""
FEWEST_VALUES = 4
"""Of tokens beside padding: in sequences of a and b, what comes last is no padding."""


@dataclass
class Padding:
    chosen: Any
    """By the first two axes of the batch."""
    axis: int
    """Of the positions."""

    @property
    def by_example(self) -> Any:
        return self.chosen if self.axis == 1 else self.chosen.T

    def answers_elsewhere(self, output: Any) -> Any:
        """Where there is an answer for each position: those of padding are nobody's concern."""
        if output.ndim < 3 or output.shape[:2] != self.chosen.shape:
            return output
        return output[~self.chosen]


def padded_positions(batch: Any) -> Padding | None:
    """Zeros, or a token that stands nowhere else, at the end of examples of different lengths.

    At the beginning, where it is there. What is next to the content may be a mark of its end, and
    is not counted.
    """
    if batch.ndim != (3 if is_float(batch) else 2):
        return None
    for axis in (1, 0):
        for at_end in (True, False):
            rows = batch.swapaxes(0, 1 - axis)
            found = _padded(rows if at_end else rows[:, ::-1])
            if found is not None:
                found = found if at_end else found[:, ::-1]
                return Padding(found if axis == 1 else found.T, axis)
    return None


def _padded(rows: Any) -> Any:
    """By example and position; None where this is no padding."""
    if rows.shape[0] < FEWEST_EXAMPLES or rows.shape[1] < 2:
        return None
    alike = _alike(rows)
    if alike is None:
        return None
    run = alike[:, ::-1].cumprod(axis=1)[:, ::-1].astype(bool)
    lengths = run.sum(axis=1)
    if (run != alike).any() or len({*lengths.tolist()}) < FEWEST_LENGTHS or run.all(axis=1).any():
        return None
    inner = run.copy()
    inner[:, 1:] &= run[:, :-1]
    return inner if inner.any(axis=1).sum() >= FEWEST_LENGTHS else None


def _alike(rows: Any) -> Any:
    """Where there is what may be padding."""
    if is_float(rows):
        return (rows == 0).all(axis=-1)
    last = rows[:, -1].tolist()
    token = max({*last}, key=last.count)
    alike = rows == token
    others = {*rows[~alike].reshape(-1).tolist()}
    return alike if len(others) >= FEWEST_VALUES else None
