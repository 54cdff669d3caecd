"""Trainings that come out differently each time."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

OTHER = 1e-3
"""Of a loss: rounding that differs between two machines or numbers of threads stays below it at
first, and what grows beyond it is another training."""


class NonDeterminism(SymptomDetector):
    """The same training gives other losses when it is run again.

    ## When it is reported
    An experiment has run the script again, unchanged and without other seeds, and a loss differs by
    more than {OTHER:.1%}. It is told beside a cause only, and never a cause itself: trainings of
    which no two are the same can be as good as others.

    ## Why is this bad?
    A change cannot be judged by one run before and one run after it. The experiments of
    `seismograd diagnose` stay valid: they ask for a gain in every one of several pairs of runs.

    ## How to fix
    Set the seeds of all generators that are used, before the data is split and the network is
    built: `random.seed`, `numpy.random.seed` and `torch.manual_seed`, or
    `keras.utils.set_random_seed`. Give a `DataLoader` with workers a `generator` and a
    `worker_init_fn`. On a GPU, see `torch.use_deterministic_algorithms`. Where the order of a set
    of strings matters, sort it.
    """

    name = "non-deterministic"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.repetition is None:
            return
        again = {point.step: point.value for point in history.repetition.losses}
        for point in history.losses:
            other = again.get(point.step)
            if other is not None and _differs(point.value, other):
                yield self.symptom(
                    f"Run again unchanged, the training has another loss at step {point.step}: "
                    f"{other:.4g} instead of {point.value:.4g}.{_why(history)}",
                    step=point.step,
                    loss=point.value,
                    again=other,
                )
                return


def _differs(first: float, second: float) -> bool:
    if math.isfinite(first) and math.isfinite(second):
        return abs(first - second) > OTHER * max(abs(first), abs(second))
    return math.isfinite(first) is not math.isfinite(second)


def _why(history: RunHistory) -> str:
    """What the run shows that can be the reason."""
    if history.repetition is not None and history.repetition.sets_seed is False:
        return " The script sets no seed."
    workers = max((one.workers or 0 for one in history.loaders.values()), default=0)
    return f" Its data comes from {workers} workers of a loader." if workers else ""
