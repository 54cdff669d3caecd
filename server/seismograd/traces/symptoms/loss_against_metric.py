"""Metrics that get worse because the loss gets better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seismograd.traces.events import Place
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_names import METRICS, words_of
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
SAME = 1e-3
"""Of the values: a loss is averaged over batches in another way than its metric."""
FALL = 0.9


class LossAgainstMetric(SymptomDetector):
    """The loss is a metric that should grow.

    ## When it is reported
    In {FEWEST} or more epochs the loss is what a metric of the same data is, to {SAME:g}, that
    metric is better the higher it is, and it falls below {FALL:.0%} of what it was.

    ## Why is this bad?
    The training makes worse what it should make better.

    ## How to fix
    Minimise one minus the metric, or its negative.
    """

    name = "loss-against-metric"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        rows = [epoch.metrics for epoch in history.epochs if "loss" in epoch.metrics]
        losses = [row["loss"] for row in rows]
        for name in rows[-1] if len(rows) >= FEWEST else ():
            values = [row[name] for row in rows if name in row]
            if words_of(name) & METRICS and _is_minimised(values, losses):
                yield self.symptom(
                    f"The loss is {name} itself, which falls from {values[0]:.3g} to "
                    f"{values[-1]:.3g}; it is better the higher it is.",
                    place=_place(history),
                    value=values[-1],
                )
                return


def _is_minimised(values: Sequence[float], losses: Sequence[float]) -> bool:
    if len(values) != len(losses) or not values[-1] < FALL * values[0]:
        return False
    pairs = zip(values, losses, strict=True)
    return all(abs(value - loss) <= SAME * max(abs(value), abs(loss)) for value, loss in pairs)


def _place(history: RunHistory) -> Place | None:
    loss = next(iter(history.loss_functions), None)
    return (loss.defined or loss.built or loss.called) if loss else None
