"""Data that a network is evaluated on, beside the data that it is trained on."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import training_set
from seismograd.traces.events import ArrayFacts, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

RATIO = 4.0
"""Of two deviations: a chance split or a drift of years stays below two."""
SHIFT = 3.0
"""Between two means, in deviations of the training set."""
FEWEST = 32


class DifferentScales(SymptomDetector):
    """The data for evaluation has another scale than the data for training.

    ## When it is reported
    The inputs of a set for evaluation, of {FEWEST} examples or more, have a standard deviation of
    {RATIO:g} times that of the training set or more (or that much less), or a mean that lies more
    than {SHIFT:g} deviations of the training set away.

    ## Why is this bad?
    The network meets values that it was never trained on: results on that set say nothing, though
    the training itself is fine.

    ## How to fix
    Prepare every set by the same code, with the numbers of the training set:
    `scaler.fit_transform(train)`, then `scaler.transform(test)`. Use one `transforms.Normalize` for
    all data sets.
    """

    name = "different-scales"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        train = training_set(history)
        known = history.data.get(train)
        if known is None or len(known.inputs) != 1:
            return
        for role, data in history.data.items():
            if role == train or len(data.inputs) != 1 or (data.examples or 0) < FEWEST:
                continue
            if data.network != known.network:
                continue
            first, second = known.inputs[0], data.inputs[0]
            if _is_alike(first, second) and _is_scaled_otherwise(first, second):
                loader = history.loaders.get(data.loader) if data.loader is not None else None
                yield self._told(first, second, loader.built if loader else None)

    def _told(self, first: ArrayFacts, second: ArrayFacts, place: Place | None) -> Symptom:
        return self.symptom(
            f"Inputs for training have a mean of {first.mean or 0:.3g} and a deviation of "
            f"{first.std or 0:.3g}; those for evaluation {second.mean or 0:.3g} and "
            f"{second.std or 0:.3g}.",
            place=place,
            mean=second.mean or 0.0,
            std=second.std or 0.0,
        )


def _is_alike(first: ArrayFacts, second: ArrayFacts) -> bool:
    """Whether they are the same kind of data: floats, of one shape."""
    floats = all("float" in (facts.dtype or "") for facts in (first, second))
    return floats and first.shape[1:] == second.shape[1:]


def _is_scaled_otherwise(first: ArrayFacts, second: ArrayFacts) -> bool:
    if not first.std or not second.std or first.mean is None or second.mean is None:
        return False
    ratio = second.std / first.std
    return not 1 / RATIO < ratio < RATIO or abs(second.mean - first.mean) > SHIFT * first.std
