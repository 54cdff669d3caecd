"""Layers that make everything the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import activations
from seismograd.traces.symptom import Symptom, SymptomDetector, described

NOTHING = 1e-4
"""The deviation of what comes out: a norm layer keeps it near one."""
FEWEST = 2
"""Measured steps, from the first on: later a training may have made it so."""


class ErasedSignal(SymptomDetector):
    """A normalisation layer erases what goes into it.

    ## When it is reported
    The values that go into a normalisation layer differ, and those that come out have a standard
    deviation of {NOTHING:g} or less, in the first {FEWEST} measured steps.

    ## Why is this bad?
    A layer that normalises over an axis of a single element subtracts each value from itself.
    Nothing of the input reaches the layers behind it.

    ## How to fix
    Normalise over the axis that holds the features, and check that it has more than one element:
    `LayerNorm(1)` always gives zero, and so does instance normalisation of a single position.
    """

    name = "erased-signal"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for before, layer in pairwise([None, *history.layers.values()]):
            if layer is None or "norm" not in (layer.type or "").lower():
                continue
            if _differs(_given(history, before, layer)) and _is_constant(_made(history, layer)):
                yield self.symptom(
                    f"{described(layer)} gives the same value for all that it is given.",
                    step=0,
                    layer=layer,
                )


def _given(history: RunHistory, before: Layer | None, layer: Layer) -> Sequence[float | None]:
    """An input is measured only where it is not what the layer before gave."""
    samples = history.samples(layer.layer or 0)
    found = [one.std for each in samples for one in [*each.sample.input.values()][:1]]
    return found or (_made(history, before) if before else [])


def _made(history: RunHistory, layer: Layer) -> Sequence[float | None]:
    return [one.std for _, one in activations(history.samples(layer.layer or 0))]


def _differs(deviations: Sequence[float | None]) -> bool:
    return bool(deviations) and all((one or 0.0) > NOTHING for one in deviations[:FEWEST])


def _is_constant(deviations: Sequence[float | None]) -> bool:
    first = deviations[:FEWEST]
    return len(first) == FEWEST and all(one is not None and one <= NOTHING for one in first)
