"""Which formulas the name of a metric stands for, and which ones are mistaken for them.

Each formula gives several values: over the whole evaluation, as the mean over its batches, and
where there are classes for each of them and as their mean. All of these are usual.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


# Sums over rows


def _total(segment: Segment) -> Row:
    return tuple(map(sum, zip(*segment, strict=True)))


def _usual(segment: Segment, value: Callable[[Row], float]) -> list[float]:
    """Over the whole, the mean over batches, and that weighted by their examples."""
    each = [value(row) for row in segment]
    examples = [row[0] for row in segment]
    weighted = sum(map(math.prod, zip(each, examples, strict=True))) / sum(examples)
    return [value(_total(segment)), sum(each) / len(each), weighted]


def _over(above: float, below: float) -> float:
    return above / below if below else 0.0


def _root(number: float) -> float:
    return math.sqrt(max(0.0, number))


# Numbers


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
    return lambda segment, _: _usual(segment, lambda row: value(_Sums(*row)))


def _single(value: Callable[[_Sums], float]) -> Formula:
    """Only where a target is one number: with more, there are more ways to take the mean."""
    plain = _of_sums(value)
    return lambda segment, columns: plain(segment, columns) if columns == 1 else []


def _mean(value: Callable[[_Sums], float], after: Callable[[float], float] = float) -> Formula:
    """Of a sum over examples: over all numbers, or the sum of those of an example."""

    def values(segment: Segment, columns: int) -> list[float]:
        means = _usual(segment, lambda row: value(_Sums(*row)) / row[1])
        roots = _usual(segment, lambda row: after(value(_Sums(*row)) / row[1]))
        return [*roots, *map(after, means), *(after(one * columns) for one in means)]

    return values


def _divided(
    value: Callable[[_Sums], float], after: Callable[[float], float] = float
) -> dict[str, Formula]:
    """A mean that is divided by something else."""

    def batches(segment: Segment, after_each: Callable[[float], float] = float) -> float:
        return sum(after_each(value(_Sums(*row)) / row[1]) for row in segment)

    def whole(segment: Segment) -> float:
        return value(_Sums(*_total(segment)))

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
_root_of_squared = _mean(lambda one: one.square, _root)


def _several(*formulas: Formula) -> Formula:
    return lambda segment, columns: [
        value for formula in formulas for value in formula(segment, columns)
    ]


# Counts


class Counts(NamedTuple):
    """For one class: found rightly, found wrongly, missed, and rightly left alone."""

    both: float
    extra: float
    missed: float
    neither: float

    @property
    def precision(self) -> float:
        return _over(self.both, self.both + self.extra)

    @property
    def recall(self) -> float:
        return _over(self.both, self.both + self.missed)

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
        yield lambda row, at=at: _both_ways(Counts(*row[at : at + 4]))  # type: ignore[misc]


def _both_ways(yes: Counts) -> list[Counts]:
    """No and yes."""
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
        _over(sum(occur), len(occur)),
        _over(weighted, sum(weights)),
    ]


def _of_counts(value: Callable[[Counts], float], *, is_table: bool) -> Formula:
    def one_row(row: Row, reading: Reading) -> list[float]:
        counts = reading(row)
        values = [value(one) for one in counts]
        return [*_class_means(values, counts), *values]

    def formula(segment: Segment, _: int) -> list[float]:
        if is_table and len(segment[0]) <= TABLE_AT:
            return []
        return [
            one
            for reading in _readings_of(segment, is_table)
            for one in _in_all_ways(segment, lambda row, reading=reading: one_row(row, reading))  # type: ignore[misc]
        ]

    return formula


def _in_all_ways(segment: Segment, values: Callable[[Row], list[float]]) -> list[float]:
    """As `_usual`, for several values at once."""
    each = [values(row) for row in segment]
    examples = [row[0] for row in segment]
    means = [sum(column) / len(column) for column in zip(*each, strict=True)]
    weighted = [
        sum(map(math.prod, zip(column, examples, strict=True))) / sum(examples)
        for column in zip(*each, strict=True)
    ]
    return [*values(_total(segment)), *means, *weighted]


def _accuracy(segment: Segment, is_table: bool) -> list[float]:
    """The mean of any of precision, recall and F1 over examples instead of classes."""

    def right(row: Row, reading: Reading) -> float:
        counts = reading(row)
        return _over(sum(one.both for one in counts), counts[0].n)

    return [
        value
        for reading in _readings_of(segment, is_table)
        for value in _usual(segment, lambda row, reading=reading: right(row, reading))  # type: ignore[misc]
        if not is_table or len(segment[0]) > TABLE_AT
    ]


def _by_example(at: int, factor: float) -> Formula:
    """The mean over pictures, which was summed up for each threshold."""
    return lambda segment, _: [
        factor * _total(segment)[first + at] / sum(row[0] for row in segment) for first in (6, 12)
    ]


def _overlap(values: Callable[[Counts, float], float], *, is_table: bool) -> Formula:
    """Without and with one added above and below, which some do."""
    return _several(
        *(
            _of_counts(lambda one, added=added: values(one, added), is_table=is_table)  # type: ignore[misc]
            for added in (0.0, 1.0)
        )
    )


def _dice(one: Counts, added: float) -> float:
    return _over(2 * one.both + added, 2 * one.both + one.false + added)


def _iou(one: Counts, added: float) -> float:
    return _over(one.both + added, one.both + one.false + added)


def _half_dice(one: Counts, added: float) -> float:
    return _over(one.both + added, 2 * one.both + one.false + added)


def _twice_iou(one: Counts, added: float) -> float:
    return _over(2 * one.both + added, one.both + one.false + added)


def _counted(kind: str, *formulas: Callable[[Counts], float]) -> Formula:
    return _several(*(_of_counts(one, is_table=kind == "classes") for one in formulas))


def _count_metrics(kind: str) -> Iterator[Metric]:
    table = kind == "classes"
    micro: Formula = lambda segment, _: _accuracy(segment, table)  # noqa: E731
    precision = _counted(kind, lambda one: one.precision)
    recall = _counted(kind, lambda one: one.recall)
    dice, iou = _overlap(_dice, is_table=table), _overlap(_iou, is_table=table)
    yield Metric(
        frozenset(("precision", "prec", "ppv")),
        kind,
        _several(precision, micro),
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
        _several(recall, micro),
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
        _several(_counted(kind, lambda one: _over(one.neither, one.neither + one.extra)), micro),
        {
            "the share of right answers among those that say no": _counted(
                kind, lambda one: _over(one.neither, one.neither + one.missed)
            )
        },
    )
    yield Metric(
        frozenset(("f1", "f1score", "macrof1", "microf1", "fscore")),
        kind,
        _several(dice, micro, _of_mean_rates(table)),
        {
            "the mean of precision and recall": _counted(
                kind, lambda one: (one.precision + one.recall) / 2
            ),
            "half of F1, without the factor 2": _counted(kind, lambda one: _half_dice(one, 0.0)),
            "intersection over union": _counted(kind, lambda one: _iou(one, 0.0)),
            "the product of precision and recall": _counted(
                kind, lambda one: one.precision * one.recall
            ),
            "the root of precision times recall": _counted(
                kind, lambda one: _root(one.precision * one.recall)
            ),
        },
    )
    yield Metric(
        frozenset(("dice", "dsc")),
        kind,
        dice if table else _several(dice, _by_example(1, 1.0)),
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
        iou if table else _several(iou, _by_example(0, 1.0)),
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
        words: formula if table else _several(formula, _by_example(at, factor))
        for words, formula, at, factor in rows
    }


def _of_mean_rates(table: bool) -> Formula:
    """F1 of the mean precision and the mean recall, which is usual as well."""
    precision = _of_counts(lambda one: one.precision, is_table=table)
    recall = _of_counts(lambda one: one.recall, is_table=table)

    def formula(segment: Segment, columns: int) -> list[float]:
        pairs = zip(precision(segment, columns), recall(segment, columns), strict=True)
        return [_over(2 * one * other, one + other) for one, other in pairs]

    return formula


# Scores


def _area(segment: Segment, _: int) -> list[float]:
    return [segment[0][-1]] if len(segment) == 1 and segment[0][-1] >= 0 else []


def _of_answers(segment: Segment, columns: int) -> list[float]:
    """The area under a curve with a single corner; silent where the real one is not known."""
    mean = _of_counts(lambda one: one.recall, is_table=False)
    return mean(segment, columns) if _area(segment, columns) else []


def _surprise(after: Callable[[float], float]) -> Formula:
    return lambda segment, _: _usual(segment, lambda row: after(_over(row[2], row[1])))


def _exp(number: float) -> float:
    return math.exp(min(number, 100.0))


def _perplexity(segment: Segment, columns: int) -> list[float]:
    means = _surprise(float)(segment, columns)
    return [*map(_exp, means), *_surprise(_exp)(segment, columns)]


TOP = (1, 3, 5, 10)


def _top(at: int) -> Formula:
    return lambda segment, _: _usual(segment, lambda row: _over(row[at], row[1]))


def _top_metrics() -> Iterator[Metric]:
    for at, k in enumerate(TOP):
        words = ("top", "top@", "hit@", "hits@", "hr@", "recall@", "r@", "acc@")
        wrong = {"the share that is right among the smallest scores": _top(7 + at)}
        if k > 1:
            wrong["the share whose largest score is right"] = _top(3)
        yield Metric(frozenset(f"{word}{k}" for word in words), "classes", _top(3 + at), wrong)


# The table

_spread = _single(lambda one: 1 - _over(one.square, one.target_spread))
METRICS = (
    Metric(
        frozenset(("rmse", "rms", "rmsd")),
        "numbers",
        _root_of_squared,
        {
            "the mean square, without the root": _squared,
            "the mean of absolute errors: the root is taken of each square": _single(
                lambda one: one.size / one.n
            ),
            **_divided(lambda one: one.square, _root),
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
            "the mean error, in which errors of both signs cancel": _of_sums(
                lambda one: one.error / one.n
            ),
            "the mean error, in which errors of both signs cancel out": _of_sums(
                lambda one: abs(one.error / one.n)
            ),
            **_divided(lambda one: one.size),
        },
        is_share=False,
    ),
    Metric(
        frozenset(("mape",)),
        "numbers",
        _several(
            _of_sums(lambda one: one.share / one.n),
            _of_sums(lambda one: _over(one.size, one.target_size)),
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
        _several(
            _spread,
            _single(lambda one: _over(one.together**2, one.target_spread * one.output_spread)),
            _single(lambda one: 1 - _over(one.square - one.error**2 / one.n, one.target_spread)),
        ),
        {
            "R2 with output and target exchanged": _single(
                lambda one: 1 - _over(one.square, one.output_spread)
            ),
            "the part that is not explained, without 1 before it": _single(
                lambda one: _over(one.square, one.target_spread)
            ),
            "1 less the mean square over a sum of squares": _single(
                lambda one: 1 - _over(one.square / one.n, one.target_spread)
            ),
            "1 less the error over the squares of the targets, whose mean is not taken off": (
                _single(lambda one: 1 - _over(one.square, one.target_square))
            ),
            "1 less the root of the error over the spread": _single(
                lambda one: 1 - _root(_over(one.square, one.target_spread))
            ),
        },
    ),
    Metric(
        frozenset(("corr", "correlation", "pearson", "pearsonr", "pcc")),
        "numbers",
        _several(
            _single(lambda one: _over(one.together, _root(one.target_spread * one.output_spread))),
            _single(lambda one: _over(one.together**2, one.target_spread * one.output_spread)),
        ),
        {
            "the covariance, not divided by the spreads": _single(lambda one: one.together / one.n),
            "the cosine: the means are not taken off": _single(
                lambda one: _over(one.product, _root(one.target_square * one.output_square))
            ),
        },
    ),
    *_count_metrics("yes-no"),
    *_count_metrics("classes"),
    Metric(
        frozenset(("auc", "auroc", "rocauc")),
        "yes-no",
        _area,
        {
            "the area for answers of yes and no instead of scores": _of_answers,
            "the area for the scores turned round": lambda segment, columns: [
                1 - one for one in _area(segment, columns)
            ],
        },
    ),
    Metric(
        frozenset(("ppl", "perplexity")),
        "classes",
        _perplexity,
        {
            "the cross-entropy itself, without the power of e": _surprise(float),
            "2 to the power of a cross-entropy that is in units of e": lambda segment, columns: [
                2 ** min(one, 100.0) for one in _surprise(float)(segment, columns)
            ],
        },
        is_share=False,
    ),
    *_top_metrics(),
)
"""Multiples of 100 are usual for shares. What is not here is never reported."""
