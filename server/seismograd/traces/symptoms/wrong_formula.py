"""Printed metrics against what the sums over output and target make of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from seismograd.traces.events import Scores
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_formulas import METRICS, Formula, Metric
from seismograd.traces.printed_metrics import PrintedSeries
from seismograd.traces.scored_passes import Segment, aligned, segmentations
from seismograd.traces.symptom import Symptom, SymptomDetector

DIGITS = 8
"""That the different values must have together: three with three digits, or two with four."""
APART = 0.01
"""Of a value: what is nearer to a right formula in all evaluations may be one."""
MOST_VALUES = 100
EXACT = 1e-5
"""Of a value: by which sums of single precision differ."""
SPREAD = 1.5
"""By which factor errors must have changed to tell a square from its root in any unit."""
FEWEST_IN_UNITS = 4
ROUNDED = 0.005
"""Of a value: the most that its rounding may be where the unit is not known."""
_OTHERS = frozenset(("loss", "best", "baseline", "naive", "ema", "running", "delta", "target"))
"""Words with which a name stands for something else."""


class WrongFormula(SymptomDetector):
    """A printed metric follows another formula than its name says.

    ## When it is reported
    A number is printed as RMSE, MSE, MAE, MAPE, R2, correlation, precision, recall, specificity,
    F1, Dice, IoU, AUC, perplexity or top-k accuracy. In several evaluations it is, to its last
    digit, what a formula gives that is often mistaken for it: a mean square without the root,
    recall for precision, a sum that is divided by the number of batches. No usual definition
    gives a value within {APART:.0%} in all evaluations, as a share or in percent, over all examples
    or as the mean over batches or classes. The values that differ must have {DIGITS} digits
    together.

    ## Why is this bad?
    The number cannot be compared with others of its name, and may choose the wrong epoch or model.

    ## How to fix
    Compute the metric by its definition, or take it from a library: `torchmetrics` or
    `sklearn.metrics`. If the formula is meant, print it under its own name.
    """

    name = "wrong-formula"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for name, series in history.printed.items():
            found = _found(name, series, history.scores)
            if found is not None:
                yield self.symptom(
                    f"{name} of {series.values[-1]:.4g} is {found.words}{_instead(found)}.",
                    place=found.scores.place,
                    value=series.values[-1],
                )


class _Found(NamedTuple):
    words: str
    scores: Scores
    right: float | None
    """The value of a usual definition, in the last evaluation; in the same unit."""


def _instead(found: _Found) -> str:
    return "" if found.right is None else f"; by its name it would be {found.right:.4g}"


class _Case(NamedTuple):
    """Printed values and the evaluations that they may be of."""

    scores: Scores
    values: Sequence[float]
    passes: Sequence[Segment]
    tolerance: float

    def of(self, formula: Formula) -> Iterator[tuple[float, ...]]:
        """Each of its values, for all evaluations."""
        columns = self.scores.columns or 1
        yield from zip(*(formula(one, columns) for one in self.passes), strict=False)


def _found(name: str, series: PrintedSeries, scores: Sequence[Scores]) -> _Found | None:
    metrics = [one for one in METRICS if _names(name) & one.names]
    if not metrics or series.is_counter or len(series.values) != series.count:
        return None
    if _OTHERS & _names(name) or not 2 <= len(series.values) <= MOST_VALUES:
        return None
    cases = [(one, case) for one in metrics for case in _cases(one, series, scores)]
    found = (_judged(metric, case) for metric, case in cases)
    first = next((one for one in found if one is not None), None)
    if first is None or any(_is_right(metric, case) for metric, case in cases):
        return None
    return first


def _names(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[^a-z0-9@]+", name.lower()))


def _cases(metric: Metric, series: PrintedSeries, scores: Sequence[Scores]) -> Iterator[_Case]:
    tolerance = 0.51 * 10.0 ** -_decimals(series.values)
    for one in scores:
        if one.compared == metric.compared:
            for passes in segmentations(one):
                for at, of in aligned(len(series.values), passes):
                    yield _Case(one, series.values[at], of, tolerance)


def _decimals(values: Sequence[float]) -> int:
    return max(_decimals_of(value) for value in values)


def _decimals_of(value: float) -> int:
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _judged(metric: Metric, case: _Case) -> _Found | None:
    if not _tells_enough(case):
        return None
    units = (1.0, 100.0) if metric.is_share else (1.0,)
    for words, formula in metric.wrong.items():
        for at, values in enumerate(case.of(formula)):
            for unit in units:
                if all(_is_same(unit * one, value, case) for one, value in _pairs(values, case)):
                    return _Found(words, case.scores, _right(metric, case, at, unit))
    return _in_other_units(metric, case)


def _pairs(values: Sequence[float], case: _Case) -> Iterator[tuple[float, float]]:
    return zip(values, case.values, strict=True)


def _is_same(computed: float, printed: float, case: _Case) -> bool:
    return abs(computed - printed) <= case.tolerance + EXACT * abs(printed)


def _tells_enough(case: _Case) -> bool:
    digits = [len(str(abs(round(0.51 * value / case.tolerance)))) for value in set(case.values)]
    return len(digits) > 1 and sum(digits) >= DIGITS


def _right(metric: Metric, case: _Case, at: int, unit: float) -> float | None:
    """The last value of the usual definition that takes its means in the same way."""
    usual = list(case.of(metric.right))
    return unit * usual[at if at < len(usual) else 0][-1] if usual else None


def _is_right(metric: Metric, case: _Case) -> bool:
    """Whether a usual definition is near in all evaluations."""
    usual = list(case.of(metric.right))
    units = (1.0, 100.0) if metric.is_share else (1.0,)
    return any(
        all(_is_near(unit * one, value, case) for one, value in _pairs(values, case))
        for values in usual
        for unit in units
    )


def _is_near(computed: float, printed: float, case: _Case) -> bool:
    return abs(computed - printed) <= max(3 * case.tolerance, APART * abs(printed))


def _in_other_units(metric: Metric, case: _Case) -> _Found | None:
    """A mean square for its root, where the script has first undone a scaling of the target."""
    words = next((one for one in metric.wrong if one.endswith("without the root")), None)
    if words is None or len(case.values) < FEWEST_IN_UNITS or min(case.values) <= 0:
        return None
    rounding = case.tolerance / min(case.values)
    for values in case.of(metric.wrong[words]):
        if rounding <= ROUNDED and min(values) > 0 and max(values) > SPREAD**2 * min(values):
            factors = [value / one for one, value in _pairs(values, case)]
            if max(factors) <= min(factors) * (1 + 2 * rounding + 10 * EXACT):
                return _Found(words, case.scores, None)
    return None
