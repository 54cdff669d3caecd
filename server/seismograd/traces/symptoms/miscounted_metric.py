"""Printed accuracy against the answers that were right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import fmean

from seismograd.traces.events import Reading
from seismograd.traces.events.parts import Numbers
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import MetricSeries, metric_series
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
DIGITS = 0.006
"""By which a printed share may differ from the counted one: two digits are printed at least."""
APART = 0.03
"""Shares that differ by so much are not the same number."""
SPREAD = 0.01
"""By which factors between printed and counted values may differ, of their mean."""
MOVED = 0.2
"""By which the accuracy must have changed, of its mean, to tell a factor."""
USUAL = (1.0, 100.0)


class MiscountedMetric(SymptomDetector):
    """A printed accuracy is not the share of right answers.

    ## When it is reported
    In {FEWEST} or more evaluations the comparisons of classes with labels were counted, and
    what is printed counts padding, or is the same factor away from the count each time. Padding
    must make a difference of {APART:.0%} or more.

    ## Why is this bad?
    Padding is easy to tell, and hides what the network gets wrong; a wrong denominator makes
    runs impossible to compare.

    ## How to fix
    Leave padding out of the comparison, and divide by the number of examples that were
    compared.
    """

    name = "miscounted-metric"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        printed = [one for one in metric_series(history) if _is_accuracy(one)]
        for reading in (one for one in history.readings if one.function == "correct"):
            found = [(one, message) for one in printed if (message := _miscounted(reading, one))]
            if found and not any(_is_right(reading, one) for one in printed):
                series, message = found[0]
                yield self.symptom(message, place=reading.place, value=series.values[-1])
                return


def _is_accuracy(series: MetricSeries) -> bool:
    return bool({"acc", "accuracy"} & set(re.split(r"[^a-z]+", series.name.lower())))


def _is_right(reading: Reading, series: MetricSeries) -> bool:
    """Whether what is printed is the share of right answers, without padding."""
    passes = [one for numbers in reading.passes if (one := _counts(numbers)) is not None]
    values = [value / series.best for value in series.values]
    return len(passes) == len(values) and all(
        abs(_real(one) - value) <= DIGITS for one, value in zip(passes, values, strict=True)
    )


def _miscounted(reading: Reading, series: MetricSeries) -> str:
    passes = [_counts(one) for one in reading.passes]
    known = [one for one in passes if one is not None]
    if len(known) < FEWEST or len(known) != len(passes) or len(series.values) != len(known):
        return ""
    values = [value / series.best for value in series.values]
    return _with_padding(known, values, series) or _by_factor(known, values, series)


_Counts = tuple[float, float, float, float]
"""Right and all, and of these at padding."""


def _counts(numbers: Numbers) -> _Counts | None:
    found = [one for one in numbers if one is not None]
    if len(found) not in (2, 4) or len(found) != len(numbers) or not found[1] > 0:
        return None
    right, whole, right_padding, padding = (*found, 0.0, 0.0)[:4]
    return right, whole, right_padding, padding


def _real(counts: _Counts) -> float:
    """The share of right answers, without padding."""
    right, whole, right_padding, padding = counts
    return (right - right_padding) / (whole - padding) if whole > padding else 0.0


def _with_padding(passes: Sequence[_Counts], values: Sequence[float], series: MetricSeries) -> str:
    if any(not 0 < padding < whole for _, whole, _, padding in passes):
        return ""
    counted = [right / whole for right, whole, _, _ in passes]
    real = [_real(one) for one in passes]
    same = all(abs(one - value) <= DIGITS for one, value in zip(counted, values, strict=True))
    if not same or abs(real[-1] - counted[-1]) < APART:
        return ""
    return (
        f"{series.name} of {series.values[-1]:.4g} counts padding: without it, "
        f"{real[-1]:.1%} are right."
    )


def _by_factor(passes: Sequence[_Counts], values: Sequence[float], series: MetricSeries) -> str:
    counted = [right / whole for right, whole, _, _ in passes]
    if min(counted) <= 0 or max(counted) - min(counted) < MOVED * fmean(counted):
        return ""
    factors = [value / one for value, one in zip(values, counted, strict=True)]
    factor = fmean(factors)
    even = max(factors) - min(factors) <= SPREAD * abs(factor)
    if not even or any(abs(factor * series.best - usual) < APART * usual for usual in USUAL):
        return ""
    return (
        f"{series.name} is printed as {series.values[-1]:.4g}, and {counted[-1]:.1%} of the "
        f"answers are right: all values are {factor * series.best:.3g} times what was counted."
    )
