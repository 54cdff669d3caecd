"""The scale of inputs and the spread of labels."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import ArrayFacts, Data, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

LARGE = 20.0
"""Deviation or mean of the inputs: pixels of 0 to 255 have 50 and more, standardised data 1."""
SMALL = 1e-3
MANY = 128
"""Examples: the first ones of data in order may have one label."""
FLOATS = ("float", "bfloat", "half", "double")


class UnscaledInputs(SymptomDetector):
    """Inputs are far from the scale that networks are built for.

    ## When it is reported
    The mean or the standard deviation of inputs is above {LARGE:g}, or the deviation is below
    {SMALL:g}. Integers are left out: they are classes or tokens.

    ## Why is this bad?
    Initial weights and the usual learning rates are made for inputs with a deviation of about 1.
    Large inputs saturate units and make gradients large; tiny ones are drowned by the biases.

    ## How to fix
    Standardise with the mean and the deviation of the training set, and use the same numbers for
    every other set: `(x - mean) / std`. For pixels, `x / 255` is enough.
    """

    name = "unscaled-inputs"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for data, facts in _inputs(history):
            size = max(abs(facts.mean or 0.0), facts.std or 0.0)
            if size > LARGE or (facts.std is not None and 0 < facts.std < SMALL):
                yield self.symptom(
                    f"Inputs go from {facts.min or 0:.3g} to {facts.max or 0:.3g}, with a mean of "
                    f"{facts.mean or 0:.3g} and a deviation of {facts.std or 0:.3g}.",
                    step=0,
                    place=_built(history, data),
                    mean=facts.mean or 0.0,
                    std=facts.std or 0.0,
                )


class ConstantInputs(SymptomDetector):
    """All inputs are the same value: there is nothing to learn from.

    ## When it is reported
    All values of all inputs of a set with more than one example are equal.

    ## Why is this bad?
    There is nothing that tells one example from another: the network can learn the mean of the
    targets and no more.

    ## How to fix
    Print a batch right before it goes into the network, then go back step by step. Usual reasons
    are a division by 255 in integers or done twice, an array that is created and never filled, and
    the wrong column of a table.
    """

    name = "constant-inputs"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for data, facts in _inputs(history):
            is_all = all(one.std == 0 for one in data.inputs)  # a first hidden state is zero, too
            if is_all and (data.examples or 0) > 1:
                yield self.symptom(
                    f"All inputs are {facts.mean or 0:g}.",
                    step=0,
                    place=_built(history, data),
                    std=0.0,
                )


class ConstantLabels(SymptomDetector):
    """All examples have the same label, and a constant answer is right for each of them.

    ## When it is reported
    All targets of at least {MANY} training examples are equal. Trainings with several optimisers
    are left out: a critic sees one kind of example after the other.

    ## Why is this bad?
    The loss falls to zero and the accuracy is 100 %, and the network has learned nothing.

    ## How to fix
    Print the labels right before they go into the loss. Usual reasons are the wrong column, a
    comparison that is never true, a cast that rounds all of them to 0, and a slice of data that is
    in the order of the labels.
    """

    name = "constant-labels"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        data = training_data(history)
        if len(history.optimisers) > 1:
            return  # a critic is told of one kind of example after the other
        constant = [one for one in data.targets if one.std == 0] if data else []
        if data and constant and len(constant) == len(data.targets):
            if (data.examples or 0) < MANY:
                return
            yield self.symptom(
                f"All {data.examples} targets are {constant[0].mean or 0:g}.",
                step=0,
                place=_built(history, data),
                mean=constant[0].mean or 0.0,
            )


def _inputs(history: RunHistory) -> Iterator[tuple[Data, ArrayFacts]]:
    for data in history.data.values():
        for facts in data.inputs:
            if any(name in (facts.dtype or "") for name in FLOATS):
                yield data, facts


def _built(history: RunHistory, data: Data) -> Place | None:
    loader = history.loaders.get(data.loader) if data.loader is not None else None
    return loader.built if loader else None
