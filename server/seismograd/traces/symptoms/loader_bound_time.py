"""Time that is spent on waiting for data."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

SHARE = 0.6
LEAST_S = 10.0
"""Of waiting: of less nobody would notice."""


class LoaderBoundTime(SymptomDetector):
    """Most of the time goes into waiting for the next batch.

    ## When it is reported
    {SHARE:.0%} or more of the training time, and at least {LEAST_S:g} seconds, go into waiting for
    batches.

    ## Why is this bad?
    The network waits most of the time: a faster GPU would change nothing.

    ## How to fix
    - Load in other processes: `DataLoader(..., num_workers=4, persistent_workers=True)`; in Keras
      `dataset.prefetch(tf.data.AUTOTUNE)` or `workers`.
    - Decode and resize once, before the training.
    - Keep small data sets in memory as tensors.
    """

    name = "loader-bound-time"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        timed = [one for one in history.epochs if one.waited is not None and one.seconds]
        waited = sum(one.waited or 0.0 for one in timed)
        seconds = sum(one.seconds or 0.0 for one in timed)
        if waited < LEAST_S or waited < SHARE * seconds:
            return
        loader = next(iter(history.loaders.values()), None)
        yield self.symptom(
            f"{waited:.3g} of {seconds:.3g} seconds of training are spent on waiting for batches.",
            place=loader.built if loader else None,
            share=waited / seconds,
        )
