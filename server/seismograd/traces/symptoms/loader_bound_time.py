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
    """Most of the time goes into waiting for the next batch."""

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
