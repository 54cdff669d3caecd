from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.architecture._hidden_activations import Hidden, chains, depth
from seismograd.rules.layer_facts import class_name, is_bottleneck
from seismograd.rules.rule import Rule

_SIGMOIDS = frozenset({"hard_sigmoid", "sigmoid"})
_IMAGE_CHANNELS = (1, 3, 4)
_SHALLOW = 2
"""Dense or convolutional layers of a network with one hidden layer: no gradient has far to go."""
_VANISHING = 4
"""Sigmoids one after the other that leave at most 0.25 ** 4, less than a hundredth, of a gradient;
with four hidden layers Glorot and Bengio see the top one saturate."""
_RECTIFIERS = frozenset({
    "celu", "elu", "gelu", "hard_swish", "leaky_relu", "mish", "prelu", "relu", "relu6", "selu",
    "silu", "swish",
})  # fmt: skip
_USUAL = 3
"""Hidden layers of a chain with a rectifier, before and after the only one that has none."""


class SaturatingHiddenActivation(Rule):
    """
    ## What it does
    Finds sigmoid or hard sigmoid as the activation of hidden layers, and tanh in convolutional
    networks. Four or more sigmoids one after the other are a warning, and so is a single one in
    the midst of three or more ReLUs; others, or tanh, are an information.

    ## Why is this bad?
    These functions are flat for large inputs, and the slope of the sigmoid is at most 0.25. The
    gradient is multiplied by the slope in each layer: behind four sigmoids less than a hundredth
    of it is left, and early layers hardly learn. ReLU and its relatives keep the gradient of
    everything positive. One sigmoid among them costs three quarters of the gradient at least, and
    hardly anybody means it.

    ## Example
    ```python
    model.add(Dense(256, activation="sigmoid"))
    model.add(Dense(128, activation="sigmoid"))
    model.add(Dense(64, activation="sigmoid"))
    model.add(Dense(32, activation="sigmoid"))
    model.add(Dense(10, activation="softmax"))
    ```

    ## How to fix
    ```python
    model.add(Dense(256, activation="relu"))
    ```

    ## When to ignore
    Where the range matters (codes that must be bounded, networks that solve differential
    equations), or for networks that learn well as they are: a sigmoid or two do not stop the
    gradient. Gates, attention, recurrent layers, codes, outputs, networks with one hidden layer
    and dense layers with tanh, whose slope reaches one, are not reported. A normalisation next to
    the function keeps it out of its flat parts: then it is an information at most.

    ## References
    - X. Glorot, Y. Bengio, Understanding the Difficulty of Training Deep Feedforward Neural
      Networks: in a network of four hidden layers sigmoid units drive the top one into
      saturation; with five it does not recover.
    - A. Krizhevsky, I. Sutskever, G. Hinton, ImageNet Classification with Deep Convolutional
      Neural Networks: with ReLU a convolutional network learns several times as fast as with tanh.
    """

    code = "SG315"
    name = "saturating-hidden-activation"
    fault_type = FaultType.ACH
    severity = Severity.WARNING
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            if depth(network) > _SHALLOW:
                for chain in chains(network):
                    yield from self._in_chain(chain)

    def _in_chain(self, chain: list[Hidden]) -> Iterator[Finding]:
        sigmoids = [one for one in chain if one.function in _SIGMOIDS and not _is_code(one)]
        weakening = sum(not one.normalised for one in sigmoids)
        is_odd = len(sigmoids) == 1 and weakening == 1 and _is_in_midst(chain, sigmoids[0])
        for hidden in sigmoids:
            vanishes = weakening >= _VANISHING and not hidden.normalised
            row = f", one of {weakening} sigmoids in a row." if vanishes else ""
            row = row or (", and all others have a rectifier." if is_odd else "")
            yield self._finding(hidden, row)
        for hidden in chain:
            convolutional = hidden.layer.kind != "dense" and not hidden.normalised
            if hidden.function == "tanh" and convolutional and not _is_code(hidden):
                yield self._finding(hidden, "")

    def _finding(self, hidden: Hidden, grave: str) -> Finding:
        """With the reason for a warning, where there is one."""
        place = hidden.activation.place if hidden.activation is not None else None
        return self.finding(
            (place or hidden.layer.place).span,
            f"{hidden.function} after a hidden {class_name(hidden.layer)} saturates: gradients "
            "shrink on their way to the layers before it.",
            because=f"{hidden.function} stands between two learned layers{grave or '.'}",
            layer=hidden.layer.index,
            severity=None if grave else Severity.INFO,
            confidence=None if grave else 0.5,
        )


def _is_in_midst(chain: list[Hidden], odd: Hidden) -> bool:
    """Whether all other functions of a chain are rectifiers, on both sides of it."""
    at = chain.index(odd)
    others = [one.function for one in chain if one is not odd]
    is_inside = 0 < at < len(chain) - 1
    return is_inside and len(others) >= _USUAL and set(others) <= _RECTIFIERS


def _is_code(hidden: Hidden) -> bool:
    """Whether a layer makes a code, or an image for another network: there the range matters."""
    if hidden.layer.kind != "dense":
        return hidden.layer.units in _IMAGE_CHANNELS
    return is_bottleneck(hidden.layer, hidden.following)
