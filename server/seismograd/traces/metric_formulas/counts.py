"""Metrics of counts: what was found rightly, found wrongly, and missed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from seismograd.traces.metric_formulas.formula import (
    Formula,
    Metric,
    in_all_ways,
    over,
    root,
    several,
    total,
    usual,
)
from seismograd.traces.scored_passes import Row, Segment


class Counts(NamedTuple):
    """For one class: found rightly, found wrongly, missed, and rightly left alone."""

    both: float
    extra: float
    missed: float
    neither: float

    @property
    def precision(self) -> float:
        return over(self.both, self.both + self.extra)

    @property
    def recall(self) -> float:
        return over(self.both, self.both + self.missed)

    @property
    def false(self) -> float:
        return self.extra + self.missed

    @property
    def n(self) -> float:
        return sum(self)


Reading = Callable[[Row], list[Counts]]
"""The counts of every class."""


def _readings_of(segment: Segment, is_table: bool) -> Iterator[Reading]:
    """Ways to make classes of an output: above 0 or 0.5, or the largest score."""
    if is_table:
        yield _of_table
        return
    for at in (2, 8):
        yield partial(_both_ways, at)


def _both_ways(at: int, row: Row) -> list[Counts]:
    """No and yes, of the four counts from there on."""
    yes = Counts(*row[at : at + 4])
    return [Counts(yes.neither, yes.missed, yes.extra, yes.both), yes]


TABLE_AT = 11


def _of_table(row: Row) -> list[Counts]:
    table = row[TABLE_AT:]
    count = math.isqrt(len(table))
    given = [sum(table[at * count : (at + 1) * count]) for at in range(count)]
    label = [sum(table[at::count]) for at in range(count)]
    found = []
    for at in range(count):
        both = table[at * (count + 1)]
        extra, missed = given[at] - both, label[at] - both
        found.append(Counts(both, extra, missed, sum(table) - both - extra - missed))
    return found


def _class_means(values: Sequence[float], counts: Sequence[Counts]) -> list[float]:
    """Over all classes, all but the background, those that occur, and weighted."""
    weights = [one.both + one.missed for one in counts]
    weighted = sum(map(math.prod, zip(values, weights, strict=True)))
    occur = [value for value, weight in zip(values, weights, strict=True) if weight]
    return [
        sum(values) / len(values),
        sum(values[1:]) / max(1, len(values) - 1),
        over(sum(occur), len(occur)),
        over(weighted, sum(weights)),
    ]


def of_counts(value: Callable[[Counts], float], *, is_table: bool) -> Formula:
    def one_row(reading: Reading, row: Row) -> list[float]:
        counts = reading(row)
        values = [value(one) for one in counts]
        return [*_class_means(values, counts), *values]

    def formula(segment: Segment, _: int) -> list[float]:
        if is_table and len(segment[0]) <= TABLE_AT:
            return []
        return [
            one
            for reading in _readings_of(segment, is_table)
            for one in in_all_ways(segment, partial(one_row, reading))
        ]

    return formula


def _accuracy(is_table: bool, segment: Segment, _: int) -> list[float]:
    """The mean of any of precision, recall and F1 over examples instead of classes."""

    def right(reading: Reading, row: Row) -> float:
        counts = reading(row)
        return over(sum(one.both for one in counts), counts[0].n)

    return [
        value
        for reading in _readings_of(segment, is_table)
        for value in usual(segment, partial(right, reading))
        if not is_table or len(segment[0]) > TABLE_AT
    ]


def _by_example(at: int, factor: float) -> Formula:
    """The mean over pictures, which was summed up for each threshold."""
    return lambda segment, _: [
        factor * total(segment)[first + at] / sum(row[0] for row in segment) for first in (6, 12)
    ]


def _overlap(values: Callable[[float, Counts], float], *, is_table: bool) -> Formula:
    """Without and with one added above and below, which some do."""
    return several(*(of_counts(partial(values, added), is_table=is_table) for added in (0.0, 1.0)))


def _dice(added: float, one: Counts) -> float:
    return over(2 * one.both + added, 2 * one.both + one.false + added)


def _iou(added: float, one: Counts) -> float:
    return over(one.both + added, one.both + one.false + added)


def _half_dice(added: float, one: Counts) -> float:
    return over(one.both + added, 2 * one.both + one.false + added)


def _twice_iou(added: float, one: Counts) -> float:
    return over(2 * one.both + added, one.both + one.false + added)


def _counted(kind: str, *formulas: Callable[[Counts], float]) -> Formula:
    return several(*(of_counts(one, is_table=kind == "classes") for one in formulas))


def count_metrics(kind: str) -> Iterator[Metric]:
    table = kind == "classes"
    micro = partial(_accuracy, table)
    precision = _counted(kind, lambda one: one.precision)
    recall = _counted(kind, lambda one: one.recall)
    dice, iou = _overlap(_dice, is_table=table), _overlap(_iou, is_table=table)
    yield Metric(
        frozenset(("precision", "prec", "ppv")),
        kind,
        several(precision, micro),
        {
            "recall": recall,
            "the share of true answers among all examples": _counted(
                kind, lambda one: one.both / one.n
            ),
        },
    )
    yield Metric(
        frozenset(("recall", "sensitivity", "tpr")),
        kind,
        several(recall, micro),
        {
            "precision": precision,
            "the share of true answers among all examples": _counted(
                kind, lambda one: one.both / one.n
            ),
        },
    )
    yield Metric(
        frozenset(("specificity", "tnr")),
        kind,
        several(_counted(kind, lambda one: over(one.neither, one.neither + one.extra)), micro),
        {
            "the share of right answers among those that say no": _counted(
                kind, lambda one: over(one.neither, one.neither + one.missed)
            )
        },
    )
    yield Metric(
        frozenset(("f1", "f1score", "macrof1", "microf1", "fscore")),
        kind,
        several(dice, micro, _of_mean_rates(table)),
        {
            "the mean of precision and recall": _counted(
                kind, lambda one: (one.precision + one.recall) / 2
            ),
            "half of F1, without the factor 2": _counted(kind, partial(_half_dice, 0.0)),
            "intersection over union": _counted(kind, partial(_iou, 0.0)),
            "the product of precision and recall": _counted(
                kind, lambda one: one.precision * one.recall
            ),
            "the root of precision times recall": _counted(
                kind, lambda one: root(one.precision * one.recall)
            ),
        },
    )
    yield Metric(
        frozenset(("dice", "dsc")),
        kind,
        dice if table else several(dice, _by_example(1, 1.0)),
        _with_pictures(
            table,
            ("intersection over union", iou, 0, 1.0),
            ("half of Dice, without the factor 2", _overlap(_half_dice, is_table=table), 1, 0.5),
            (
                "twice the intersection over the union, which counts it once",
                _overlap(_twice_iou, is_table=table),
                0,
                2.0,
            ),
        ),
    )
    yield Metric(
        frozenset(("iou", "miou", "jaccard")),
        kind,
        iou if table else several(iou, _by_example(0, 1.0)),
        _with_pictures(
            table,
            (
                "the intersection over the sum of both areas, which counts it twice",
                _overlap(_half_dice, is_table=table),
                1,
                0.5,
            ),
            ("Dice", dice, 1, 1.0),
        ),
    )


def _with_pictures(table: bool, *rows: tuple[str, Formula, int, float]) -> dict[str, Formula]:
    """Each formula over all pixels, and as the mean over pictures."""
    return {
        words: formula if table else several(formula, _by_example(at, factor))
        for words, formula, at, factor in rows
    }


def _of_mean_rates(table: bool) -> Formula:
    """F1 of the mean precision and the mean recall, which is usual as well."""
    precision = of_counts(lambda one: one.precision, is_table=table)
    recall = of_counts(lambda one: one.recall, is_table=table)

    def formula(segment: Segment, columns: int) -> list[float]:
        pairs = zip(precision(segment, columns), recall(segment, columns), strict=True)
        return [over(2 * one * other, one + other) for one, other in pairs]

    return formula
