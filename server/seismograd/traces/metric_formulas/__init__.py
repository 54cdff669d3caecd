"""Which formulas the name of a metric stands for, and which ones are mistaken for them.

Each formula gives several values: over the whole evaluation, as the mean over its batches, and
where there are classes for each of them and as their mean. All of these are usual.
"""

from seismograd.traces.metric_formulas.counts import count_metrics
from seismograd.traces.metric_formulas.formula import Formula, Metric
from seismograd.traces.metric_formulas.numbers import NUMBER_METRICS
from seismograd.traces.metric_formulas.scores import SCORE_METRICS

METRICS = (
    *NUMBER_METRICS,
    *count_metrics("yes-no"),
    *count_metrics("classes"),
    *SCORE_METRICS,
)
"""Multiples of 100 are usual for shares. What is not here is never reported."""

__all__ = ["METRICS", "Formula", "Metric"]
