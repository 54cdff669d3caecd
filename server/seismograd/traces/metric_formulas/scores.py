"""Metrics of scores: areas under curves, perplexity, and the largest few."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from seismograd.traces.metric_formulas.counts import of_counts
from seismograd.traces.metric_formulas.formula import Formula, Metric, over, usual
from seismograd.traces.scored_passes import Segment


def _area(segment: Segment, _: int) -> list[float]:
    return [segment[0][-1]] if len(segment) == 1 and segment[0][-1] >= 0 else []


def _of_answers(segment: Segment, columns: int) -> list[float]:
    """The area under a curve with a single corner; silent where the real one is not known."""
    mean = of_counts(lambda one: one.recall, is_table=False)
    return mean(segment, columns) if _area(segment, columns) else []


def _surprise(after: Callable[[float], float]) -> Formula:
    return lambda segment, _: usual(segment, lambda row: after(over(row[2], row[1])))


def _exp(number: float) -> float:
    return math.exp(min(number, 100.0))


def _perplexity(segment: Segment, columns: int) -> list[float]:
    means = _surprise(float)(segment, columns)
    return [*map(_exp, means), *_surprise(_exp)(segment, columns)]


TOP = (1, 3, 5, 10)


def _top(at: int) -> Formula:
    return lambda segment, _: usual(segment, lambda row: over(row[at], row[1]))


def _top_metrics() -> Iterator[Metric]:
    for at, k in enumerate(TOP):
        words = ("top", "top@", "hit@", "hits@", "hr@", "recall@", "r@", "acc@")
        wrong = {"the share that is right among the smallest scores": _top(7 + at)}
        if k > 1:
            wrong["the share whose largest score is right"] = _top(3)
        yield Metric(frozenset(f"{word}{k}" for word in words), "classes", _top(3 + at), wrong)


SCORE_METRICS = (
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
