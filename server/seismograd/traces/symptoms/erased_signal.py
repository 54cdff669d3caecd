"""Layers that make everything the same."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import activations
from seismograd.traces.symptom import Symptom, SymptomDetector, described

NOTHING = 1e-4
"""Of the deviation of what comes in: a norm layer keeps it near one."""
FEWEST = 2


class ErasedSignal(SymptomDetector):
    """A normalisation layer erases what goes into it.

    It is given values that differ, and gives back next to the same value for all of them: it
    normalises over an axis of a single element.
    """

    name = "erased-signal"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in history.layers.values():
            if "norm" not in (layer.type or "").lower():
                continue
            seen = [one.std for _, one in activations(history.samples(layer.layer or 0))]
            if len(seen) >= FEWEST and _erases(seen):
                yield self.symptom(
                    f"{described(layer)} gives the same value for all that it is given.",
                    step=0,
                    layer=layer,
                )


def _erases(deviations: list[float | None]) -> bool:
    """From its first steps on: later a training may have made it so."""
    return all(one is not None and one <= NOTHING for one in deviations[:FEWEST])
