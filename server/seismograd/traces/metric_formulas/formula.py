"""What a formula is, and the usual ways to take its means."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from seismograd.traces.scored_passes import Row, Segment

Formula = Callable[[Segment, int], list[float]]
"""The values of an evaluation, and of how many numbers a target is; always in the same order."""


@dataclass(frozen=True)
class Metric:
    names: frozenset[str]
    compared: str
    right: Formula
    wrong: dict[str, Formula]
    """By what to call it."""
    is_share: bool = True
    """Whether it may be printed in percent."""


def total(segment: Segment) -> Row:
    return tuple(map(sum, zip(*segment, strict=True)))


def in_all_ways(segment: Segment, values: Callable[[Row], list[float]]) -> list[float]:
    """Over the whole, as the mean over batches, and as that weighted by their examples."""
    columns = list(zip(*map(values, segment), strict=True))
    examples = [row[0] for row in segment]
    means = [sum(column) / len(column) for column in columns]
    weighted = [
        sum(map(math.prod, zip(column, examples, strict=True))) / sum(examples)
        for column in columns
    ]
    return [*values(total(segment)), *means, *weighted]


def usual(segment: Segment, value: Callable[[Row], float]) -> list[float]:
    return in_all_ways(segment, lambda row: [value(row)])


def several(*formulas: Formula) -> Formula:
    return lambda segment, columns: [
        value for formula in formulas for value in formula(segment, columns)
    ]


def over(above: float, below: float) -> float:
    return above / below if below else 0.0


def root(number: float) -> float:
    return math.sqrt(max(0.0, number))
