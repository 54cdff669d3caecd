"""Memory that grows with the steps."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

WARM_UP = 0.3
"""Of the run: buffers and caches fill up in the beginning."""
GROWTH = 1.5
FEWEST = 4


class GrowingMemory(SymptomDetector):
    """Memory grows with the steps.

    Its peak rises again and again after the first third of the run, by half or more: something
    that belongs to a step is kept, often the graph of its loss.
    """

    name = "growing-memory"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        later = [
            (event.t, sum(event.cuda_peak_bytes.values()) or event.rss_peak_bytes)
            for event in history.memory
            if event.t >= WARM_UP * history.seconds
        ]
        known = [(at, size) for at, size in later if size]
        if len(known) < FEWEST or known[-1][1] < GROWTH * known[0][1]:
            return
        yield self.symptom(
            f"Memory grows from {known[0][1] / 1e6:.0f} to {known[-1][1] / 1e6:.0f} MB while "
            "the training goes on.",
            first=float(known[0][1]),
            last=float(known[-1][1]),
        )
