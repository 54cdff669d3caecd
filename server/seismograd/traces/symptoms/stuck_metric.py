"""Metrics that do not follow the loss."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 4
FALL = 0.7
"""Of the loss at first."""
MOVED = 0.01


class StuckMetric(SymptomDetector):
    """A metric does not follow the loss.

    The loss falls by a third or more, and the metric of the same data stays where it was: it
    measures something else, or compares values that never meet.
    """

    name = "stuck-metric"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
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
