"""Metrics of numbers: errors, their squares, and what of the targets they explain."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from seismograd.traces.metric_formulas.formula import (
    Formula,
    Metric,
    over,
    root,
    several,
    total,
    usual,
)
from seismograd.traces.scored_passes import Segment


class _Sums(NamedTuple):
    examples: float
    n: float
    error: float
    size: float
    square: float
    target: float
    target_square: float
    output: float
    output_square: float
    product: float
    target_size: float
    share: float
    share_of_output: float

    @property
    def target_spread(self) -> float:
        return self.target_square - self.target**2 / self.n

    @property
    def output_spread(self) -> float:
        return self.output_square - self.output**2 / self.n

    @property
    def together(self) -> float:
        return self.product - self.target * self.output / self.n


def _of_sums(value: Callable[[_Sums], float]) -> Formula:
    return lambda segment, _: usual(segment, lambda row: value(_Sums(*row)))


def _single(value: Callable[[_Sums], float]) -> Formula:
    """Only where a target is one number: with more, there are more ways to take the mean."""
    plain = _of_sums(value)
    return lambda segment, columns: plain(segment, columns) if columns == 1 else []


def _mean(value: Callable[[_Sums], float], after: Callable[[float], float] = float) -> Formula:
    """Of a sum over examples: over all numbers, or the sum of those of an example."""

    def values(segment: Segment, columns: int) -> list[float]:
        means = usual(segment, lambda row: value(_Sums(*row)) / row[1])
        roots = usual(segment, lambda row: after(value(_Sums(*row)) / row[1]))
        return [*roots, *map(after, means), *(after(one * columns) for one in means)]

    return values


def _divided(
    value: Callable[[_Sums], float], after: Callable[[float], float] = float
) -> dict[str, Formula]:
    """A mean that is divided by something else."""

    def batches(segment: Segment, after_each: Callable[[float], float] = float) -> float:
        return sum(after_each(value(_Sums(*row)) / row[1]) for row in segment)

    def whole(segment: Segment) -> float:
        return value(_Sums(*total(segment)))

    def examples(segment: Segment) -> float:
        return sum(row[0] for row in segment)

    return {
        "a sum over examples, divided by the number of batches": lambda segment, _: (
            [after(whole(segment) / len(segment))] if len(segment) > 1 else []
        ),
        "a sum over examples that is not divided": lambda segment, _: [after(whole(segment))],
        "a sum of means of batches that is not divided": lambda segment, _: [
            after(batches(segment)),
            batches(segment, after),
        ],
        "a sum of means of batches, divided by the number of examples": lambda segment, _: [
            after(batches(segment) / examples(segment)),
            batches(segment, after) / examples(segment),
        ],
    }


_squared = _mean(lambda one: one.square)
_absolute = _mean(lambda one: one.size)
_root_of_squared = _mean(lambda one: one.square, root)


_spread = _single(lambda one: 1 - over(one.square, one.target_spread))
NUMBER_METRICS = (
    Metric(
        frozenset(("rmse", "rms", "rmsd")),
        "numbers",
        _root_of_squared,
        {
            "the mean square, without the root": _squared,
            "the mean of absolute errors: the root is taken of each square": _single(
                lambda one: one.size / one.n
            ),
            **_divided(lambda one: one.square, root),
        },
        is_share=False,
    ),
    Metric(
        frozenset(("mse",)),
        "numbers",
        _squared,
        {
            "the root of the mean square": _root_of_squared,
            "the mean of absolute errors": _absolute,
            "the square of the mean error": _of_sums(lambda one: (one.error / one.n) ** 2),
            **_divided(lambda one: one.square),
        },
        is_share=False,
    ),
    Metric(
        frozenset(("mae",)),
        "numbers",
        _absolute,
        {
            "the root of the mean square": _root_of_squared,
            "the mean square": _squared,
            "the mean error, in which errors of both signs cancel": several(
                _of_sums(lambda one: one.error / one.n),
                _of_sums(lambda one: abs(one.error / one.n)),
            ),
            **_divided(lambda one: one.size),
        },
        is_share=False,
    ),
    Metric(
        frozenset(("mape",)),
        "numbers",
        several(
            _of_sums(lambda one: one.share / one.n),
            _of_sums(lambda one: over(one.size, one.target_size)),
        ),
        {
            "the error as a share of the output instead of the target": _of_sums(
                lambda one: one.share_of_output / one.n
            ),
            **_divided(lambda one: one.share),
        },
    ),
    Metric(
        frozenset(("r2", "r2score", "rsquared")),
        "numbers",
        several(
            _spread,
            _single(lambda one: over(one.together**2, one.target_spread * one.output_spread)),
            _single(lambda one: 1 - over(one.square - one.error**2 / one.n, one.target_spread)),
        ),
        {
            "R2 with output and target exchanged": _single(
                lambda one: 1 - over(one.square, one.output_spread)
            ),
            "the part that is not explained, without 1 before it": _single(
                lambda one: over(one.square, one.target_spread)
            ),
            "1 less the mean square over a sum of squares": _single(
                lambda one: 1 - over(one.square / one.n, one.target_spread)
            ),
            "1 less the error over the squares of the targets, whose mean is not taken off": (
                _single(lambda one: 1 - over(one.square, one.target_square))
            ),
            "1 less the root of the error over the spread": _single(
                lambda one: 1 - root(over(one.square, one.target_spread))
            ),
        },
    ),
    Metric(
        frozenset(("corr", "correlation", "pearson", "pearsonr", "pcc")),
        "numbers",
        several(
            _single(lambda one: over(one.together, root(one.target_spread * one.output_spread))),
            _single(lambda one: over(one.together**2, one.target_spread * one.output_spread)),
        ),
        {
            "the covariance, not divided by the spreads": _single(lambda one: one.together / one.n),
            "the cosine: the means are not taken off": _single(
                lambda one: over(one.product, root(one.target_square * one.output_square))
            ),
        },
    ),
)
