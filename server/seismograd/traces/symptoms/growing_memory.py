"""Memory that grows with the steps."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

WARM_UP = 0.3
"""Of the training: buffers and caches fill up in the beginning."""
GROWTH = 1.5
FEWEST = 4
LINEAR = 0.7
"""Growth of the second half over that of the first: 1 where every step keeps as much."""


class GrowingMemory(SymptomDetector):
    """Memory grows with the steps.

    ## When it is reported
    After the first {WARM_UP:.0%} of the training, the peak of memory grows to {GROWTH:g} times what
    it was or more, over {FEWEST} measurements or more, and does not level off: the second half of
    the time adds at least {LINEAR:.0%} of what the first half does.

    ## Why is this bad?
    The run gets slower and ends without memory. Something that belongs to a step is kept, often the
    graph behind its loss.

    ## How to fix
    - Add up numbers, not tensors: `total += loss.item()`.
    - Detach what goes from one step to the next: `hidden = hidden.detach()`.
    - Empty lists of outputs, or move what they keep to the CPU, detached.
    """

    name = "growing-memory"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        begin = next((step.t for step in history.steps), None)
        if begin is None:
            return  # what is imported and read before a training is kept, as it should be
        warm = begin + WARM_UP * (history.seconds - begin)
        later = [
            (event.t, sum(event.cuda_peak_bytes.values()) or event.rss_peak_bytes)
            for event in history.memory
            if event.t >= warm
        ]
        known = [(at, size) for at, size in later if size]
        if len(known) < FEWEST or known[-1][1] < GROWTH * known[0][1] or _levels_off(known):
            return
        yield self.symptom(
            f"Memory grows from {known[0][1] / 1e6:.0f} to {known[-1][1] / 1e6:.0f} MB while "
            "the training goes on.",
            first=float(known[0][1]),
            last=float(known[-1][1]),
        )


def _levels_off(known: list[tuple[float, int]]) -> bool:
    """Whether most of the growth lies in the first half of the time: buffers were filled."""
    begin, end = known[0][0], known[-1][0]
    half = [size for at, size in known if at <= (begin + end) / 2][-1]
    early, late = half - known[0][1], known[-1][1] - half
    return late < LINEAR * early
