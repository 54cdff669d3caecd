"""Metrics that do not follow the loss."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.metric_series import MetricSeries, metric_series
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import beginning, ending, finite, is_long

FEWEST = 4
FALL = 0.7
"""Of the loss at first."""
MOVED = 0.01
FEWEST_HELD_OUT = 6
"""Values of a metric of other data than the loss: of a small set, it moves in steps."""
FALL_HELD_OUT = 0.5
SOLVED = 0.98
"""Of the best value: there is nowhere to go."""


class StuckMetric(SymptomDetector):
    """A metric does not follow the loss.

    ## When it is reported
    The loss falls to less than {FALL:g} times what it was, and a metric of the same data moves by
    {MOVED:.0%} or less, over {FEWEST} values or more. A metric of other data must stay exactly
    where it was for {FEWEST_HELD_OUT} values while the loss falls to less than {FALL_HELD_OUT:g}
    times. Metrics at {SOLVED:.0%} of their best value are left out: there is nowhere to go.

    ## Why is this bad?
    The metric measures something else than the loss improves, or compares values that never meet,
    such as probabilities and classes. It cannot tell you when to stop.

    ## How to fix
    - Compare classes with classes: `logits.argmax(1) == y`, or a threshold that fits the output (0
      for logits, 0.5 for probabilities).
    - In Keras, name the metric for the labels that you have: `SparseCategoricalAccuracy`,
      `CategoricalAccuracy` or `BinaryAccuracy`.
    - Check the axis of `argmax` and the shapes of both sides.
    """

    name = "stuck-metric"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        yield from self._told(history)
        yield from self._printed(history)

    def _printed(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        if not is_long(losses) or len(history.optimisers) > 1:
            return
        first, last = median(beginning(losses)), median(ending(losses))
        for one in metric_series(history):
            if first > 0 and _is_stuck(one, last / first):
                yield self.symptom(
                    f"{one.name} stays at {one.values[-1]:.4g} while the loss falls from "
                    f"{first:.4g} to {last:.4g}.",
                    value=one.values[-1],
                )

    def _told(self, history: RunHistory) -> Iterator[Symptom]:
        series = [epoch.metrics for epoch in history.epochs if "loss" in epoch.metrics]
        if len(series) < FEWEST or not series[-1]["loss"] < FALL * series[0]["loss"]:
            return
        for name in series[-1]:
            values = [one[name] for one in series if name in one]
            is_loss = "loss" in name or name in ("lr", "learning_rate")
            if is_loss or name.startswith("val_") or len(values) < FEWEST:
                continue
            if max(values) - min(values) <= MOVED * max(1e-12, max(map(abs, values))):
                yield self.symptom(
                    f"{name} stays at {values[-1]:.4g} while the loss falls from "
                    f"{series[0]['loss']:.4g} to {series[-1]['loss']:.4g}.",
                    value=values[-1],
                )


def _is_stuck(series: MetricSeries, fall: float) -> bool:
    values = finite(series.values)
    if len(values) != len(series.values) or max(values) >= SOLVED * series.best:
        return False
    if series.held_out:
        return len(values) >= FEWEST_HELD_OUT and len(set(values)) == 1 and fall < FALL_HELD_OUT
    moved = max(values) - min(values)
    return len(values) >= FEWEST and fall < FALL and moved <= MOVED * max(map(abs, values))
