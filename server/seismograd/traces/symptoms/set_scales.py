"""Data that a network is evaluated on, beside the data that it is trained on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from seismograd.traces.data_facts import training_set
from seismograd.traces.events import ArrayFacts, Data, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import ending, finite

RATIO = 4.0
"""Of two deviations: a chance split or a drift of years stays below two."""
SHIFT = 3.0
"""Between two means, in deviations of the training set."""
FEWEST = 32
BY_CHANCE = 0.1
"""Times the error of a mean: among several columns of data that was scaled by other numbers, one is
farther away."""
COLUMNS = 3
WORSE = 3.0
EACH_BY_ITSELF = (
    "Each column has a mean of 0 and a deviation of 1 in the training data and, to the last digit, "
    "in the data for evaluation: each set was scaled by its own numbers."
)


class DifferentScales(SymptomDetector):
    """The data for evaluation has another scale than the data for training.

    ## When it is reported
    The inputs of a set for evaluation, of {FEWEST} examples or more, have a standard deviation of
    {RATIO:g} times that of the training set or more (or that much less), or a mean that lies more
    than {SHIFT:g} deviations of the training set away. Also where each of {COLUMNS} columns or more
    has a mean of 0 and a deviation of 1 in both sets, within {BY_CHANCE:g} of the error of a mean,
    and the last evaluation has a loss of {WORSE:g} times that of the training or more: each set was
    scaled by numbers of its own.

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
            if not _is_alike(first, second):
                continue
            loader = history.loaders.get(data.loader) if data.loader is not None else None
            place = loader.built if loader else None
            if _is_scaled_otherwise(first, second):
                yield self._told(_of_both(first, second), second, place)
            elif _is_standard(known) and _is_standard(data) and _is_worse(history):
                yield self._told(EACH_BY_ITSELF, second, place)

    def _told(self, message: str, second: ArrayFacts, place: Place | None) -> Symptom:
        return self.symptom(
            message,
            place=place,
            mean=second.mean or 0.0,
            std=second.std or 0.0,
        )


def _of_both(first: ArrayFacts, second: ArrayFacts) -> str:
    return (
        f"Inputs for training have a mean of {first.mean or 0:.3g} and a deviation of "
        f"{first.std or 0:.3g}; those for evaluation {second.mean or 0:.3g} and "
        f"{second.std or 0:.3g}."
    )


def _is_standard(data: Data) -> bool:
    """Whether a table was given means of 0 and deviations of 1 by its own numbers."""
    facts = data.inputs[0]
    columns, distance = facts.shape[1] if len(facts.shape) == 2 else None, facts.unlike_standard
    if columns is None or columns < COLUMNS or distance is None:
        return False
    return distance < BY_CHANCE / math.sqrt(data.examples or 1)


def _is_worse(history: RunHistory) -> bool:
    """Of sets that are alike it does not matter whose numbers are taken."""
    losses = finite(point.value for point in history.data_losses)
    told = finite(one.loss for one in history.evaluations)
    return bool(losses and told) and told[-1] > WORSE * median(ending(losses))


def _is_alike(first: ArrayFacts, second: ArrayFacts) -> bool:
    """Whether they are the same kind of data: floats, of one shape."""
    floats = all("float" in (facts.dtype or "") for facts in (first, second))
    return floats and first.shape[1:] == second.shape[1:]


def _is_scaled_otherwise(first: ArrayFacts, second: ArrayFacts) -> bool:
    if not first.std or not second.std or first.mean is None or second.mean is None:
        return False
    ratio = second.std / first.std
    return not 1 / RATIO < ratio < RATIO or abs(second.mean - first.mean) > SHIFT * first.std
