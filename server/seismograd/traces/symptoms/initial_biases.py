"""Biases before the first step."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Layer, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import is_learned, is_one_of, root_mean_square
from seismograd.traces.symptom import Symptom, SymptomDetector, described

FAR = 2.0
"""Deviations of what a unit is given, which is near 1 in networks that are scaled well: a ReLU with
a bias of -2 is off for 98 of 100 examples, and one with 2 is on for as many."""
FLAT = 20.0
"""Before a sigmoid or tanh at the end: no class is as rare as 2e-9, and the slope there is less."""
BEYOND = 300.0
"""Times the largest target: no network is meant to begin there, and few get back from it."""
FORGETS = 1.0
"""A forget gate that keeps a quarter of what the cell knows, in every step."""
BOUNDED = ("sigmoid", "tanh")
"""Parts of the names of functions."""
SCORES = ("bcewithlogits", "binary_cross_entropy_with_logits")
"""Parts of the names of losses that apply a sigmoid themselves."""
RAISED = "exp"
"""Also the begin of the name that Keras has for it."""
WITH_UNITS = ("linear", "dense", "conv")
"""Parts of type names."""
WITH_GATES = ("lstm", "gru")
"""Gates begin with biases of their own on purpose, open ones as a rule; where some are shut for
long memories, others are open as far."""


class InitialBiases(SymptomDetector):
    """Biases of a layer are far from zero before the first step.

    ## When it is reported
    Before the first step, the root mean square of the biases of a hidden linear layer or
    convolution is {FAR:g} or more. Biases of the last layer may stand for how frequent the classes
    are: they are reported from {FLAT:g} on, where a sigmoid or tanh follows; and where e is raised
    to the output (as by a Poisson loss), if all answers begin above {BEYOND:g} times the largest
    target. Or gates of an LSTM or GRU have biases of -{FAR:g} and less, and none is half as far
    above zero, or those of the forget gate are below -{FORGETS:g} on average.

    ## Why is this bad?
    Units begin switched off, or at the flat end of their function, for nearly every example: little
    or no gradient comes through. An exponential function makes huge numbers of a bias that is a
    mean and not its logarithm, and squares of their gradients overflow. A gate that is shut forgets
    what came before.

    ## How to fix
    Begin with biases of zero: leave them to the framework, or use `nn.init.zeros_` and, in Keras,
    `bias_initializer="zeros"`. Where the network predicts a logarithm, begin with the logarithm of
    the mean of the targets.
    """

    name = "biases-far-from-zero"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        learned = [layer for layer in history.layers.values() if is_learned(layer)]
        last = {layer.network: layer for layer in learned}
        for layer in learned:
            shut = _shut_gates(layer)
            size, most = _size_of_biases(layer), FAR
            if layer is last[layer.network]:
                most = FLAT if _ends_bounded(history, layer) else math.inf
                if _begins_beyond_targets(history, layer):
                    most = FAR
            if shut is not None and shut >= FAR:
                message = f"Gates of {described(layer)} begin shut, with biases of -{shut:.3g}."
                yield self.symptom(message, step=0, layer=layer, size=shut)
            elif size is not None and size >= most:
                yield self.symptom(
                    f"The biases of {described(layer)} have a size of {size:.3g} before training.",
                    step=0,
                    layer=layer,
                    size=size,
                )


def _ends_bounded(history: RunHistory, last: Layer) -> bool:
    """Whether a sigmoid or tanh is in the last layer, comes after it, or is part of the loss."""
    mine = [one for one in history.layers.values() if one.network == last.network]
    after = mine[mine.index(last) :]
    if any(is_one_of(one, BOUNDED) for one in after):
        return True
    if len({one.network for one in history.layers.values()}) > 1:
        return False  # which network a loss belongs to is not known
    losses = history.loss_functions
    kinds = [(one.function or one.type or "").lower() for one in losses]
    return any(one.made_by in BOUNDED for one in losses) or any(
        name in kind for kind in kinds for name in SCORES
    )


def _begins_beyond_targets(history: RunHistory, last: Layer) -> bool:
    """Whether e to the least of the biases is far more than any target."""
    data = training_data(history)
    lows = [one.min for one in _biases(last) if one.min is not None]
    if not lows or not _is_raised(history, last):
        return False
    ends = [one.target_range[1] for one in history.loss_functions if len(one.target_range) == 2]
    ends += [one.max for one in (data.targets if data else ()) if one.max is not None]
    largest = max((one for one in ends if one is not None), default=0.0)
    return largest > 0 and min(lows) >= math.log(BEYOND * largest)


def _is_raised(history: RunHistory, last: Layer) -> bool:
    if (last.activation or "").lower().startswith(RAISED):
        return True
    if len({one.network for one in history.layers.values()}) > 1:
        return False  # which network a loss belongs to is not known
    return any(one.log_input or one.made_by == RAISED for one in history.loss_functions)


def _size_of_biases(layer: Layer) -> float | None:
    return root_mean_square(next(_biases(layer), None)) if _is(layer, WITH_UNITS) else None


def _shut_gates(layer: Layer) -> float | None:
    """How far below zero the biases go, where none is half as far above it."""
    if not _is(layer, WITH_GATES):
        return None
    kept = layer.initial.get("forget_gate")
    if kept is not None and kept.mean is not None and kept.mean < -FORGETS:
        return max(FAR, -kept.mean)
    ends = ((one.min, one.max) for one in _biases(layer))
    known = [(low, high) for low, high in ends if low is not None and high is not None]
    return max((-low for low, high in known if high < -low / 2), default=None)


def _is(layer: Layer, kinds: tuple[str, ...]) -> bool:
    return any(name in (layer.type or "").lower() for name in kinds)


def _biases(layer: Layer) -> Iterator[Statistics]:
    """`bias`, and `bias_ih_l0` and the like of recurrent layers."""
    for name, one in layer.initial.items():
        if name.rpartition(".")[2].split("_")[0] == "bias":
            yield one
