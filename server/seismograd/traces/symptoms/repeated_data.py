"""Passes through a loader that never get beyond its first batches."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import training_set
from seismograd.traces.events import Loader
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 5
"""Passes."""
MOST = 0.5
"""Of the loader's batches, in each pass."""


class RepeatedData(SymptomDetector):
    """The same first batches come again and again, and the rest of the data never.

    ## When it is reported
    In {FEWEST} passes or more through a loader that does not shuffle, at most {MOST:.0%} of its
    batches are used, as with `next(iter(loader))` in every step. Loaders that shuffle are left out.

    ## Why is this bad?
    Each pass begins with the same batches: the network never sees the rest of the data.

    ## How to fix
    Loop over the loader (`for inputs, labels in loader:`). Where you count steps instead of epochs,
    make the iterator once and a new one only when it is at its end. Set `shuffle=True` for
    training.
    """

    name = "repeated-data"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        loader = _training_loader(history)
        steps = _steps_a_pass(history)
        if loader is None or steps is None or not _is_left(loader, steps):
            return
        yield self.symptom(
            f"Every pass takes the first {steps:.3g} of {loader.length} batches of a loader that "
            "does not shuffle: the others are never trained on.",
            step=0,
            place=loader.built,
            share=steps / (loader.length or 1),
        )


def _training_loader(history: RunHistory) -> Loader | None:
    key = training_set(history)
    first = next(iter(history.loaders.values()), None)
    return history.loaders.get(key) if isinstance(key, int) else first


def _steps_a_pass(history: RunHistory) -> float | None:
    """Of one loader that is trained on; with several it is not known whose passes they are."""
    by_loader = [one for one in history.epochs if one.how is None and one.epoch is not None]
    passes = max((one.epoch or 0 for one in by_loader), default=0) + 1
    several = len(history.loaders) > 2 or any(one.backwards for one in history.steps)
    if len(by_loader) < FEWEST or several or not history.step_count:
        return None
    return history.step_count / passes


def _is_left(loader: Loader, steps: float) -> bool:
    return loader.shuffle is False and bool(loader.length) and steps <= MOST * (loader.length or 0)
