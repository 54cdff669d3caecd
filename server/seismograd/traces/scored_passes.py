"""The evaluations of a run, as the sums over output and target that were kept of each call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from seismograd.traces.events import Scores

Row = tuple[float, ...]
"""Of one call: its examples, then the sums."""
Segment = tuple[Row, ...]
"""The calls of one evaluation."""
MOST_SETS = 4
"""Sets of data that are gone through one after the other."""


def segmentations(scores: Scores) -> Iterator[list[Segment]]:
    """All ways in which the calls may belong together, an evaluation for each value printed.

    Between two training steps there may be evaluations of several sets, which nothing tells
    apart but their calls.
    """
    passes = _passes(scores)
    if not passes:
        return
    yield passes
    for parts in ([_single(one) for one in passes], [_after_rest(one) for one in passes]):
        sizes = {len(one) for one in parts}
        count = sizes.pop()
        if not sizes and 1 < count <= MOST_SETS:
            for at in range(count):
                yield [one[at] for one in parts]


def aligned(count: int, passes: Sequence[Segment]) -> Iterator[tuple[slice, Sequence[Segment]]]:
    """Which of `count` values may be of which evaluations: all, or all but some at an end."""
    most = min(count, len(passes))
    if count == len(passes):
        yield slice(0, count), passes
    elif abs(count - len(passes)) <= 2:
        yield slice(0, most), passes[:most]
        yield slice(count - most, count), passes[len(passes) - most :]
    stride = len(passes) // count
    if stride > 1:
        yield slice(0, count), passes[::stride][:count]
        yield slice(0, count), passes[stride - 1 :: stride][:count]


def _passes(scores: Scores) -> list[Segment]:
    known = [row for row in scores.rows if len(row) > 2 and None not in row]
    if len(known) < len(scores.rows):
        return []
    rows = [tuple(number for number in row if number is not None) for row in known]
    return [tuple(row[1:] for row in of) for _, of in groupby(rows, key=lambda row: row[0])]


def _single(segment: Segment) -> list[Segment]:
    return [(row,) for row in segment]


def _after_rest(segment: Segment) -> list[Segment]:
    """A batch that is smaller than the first is the last one."""
    parts: list[list[Row]] = [[]]
    for row in segment:
        parts[-1].append(row)
        if row[0] < parts[-1][0][0]:
            parts.append([])
    return [tuple(part) for part in parts if part]
