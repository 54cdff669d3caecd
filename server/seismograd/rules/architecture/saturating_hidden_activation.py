from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import NORMALISATIONS, TRANSPARENT
from seismograd.rules.layer_facts import class_name, input_width, layer_behind
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_SIGMOIDS = frozenset({"hard_sigmoid", "sigmoid"})
_BEFORE = TRANSPARENT | NORMALISATIONS | {"avg_pool", "dropout", "max_pool"}
_FEED_FORWARD = frozenset({"conv", "dense"})
_IMAGE_CHANNELS = (1, 3, 4)
_DEEP_FOR_SIGMOID, _DEEP_FOR_TANH = 5, 7


class SaturatingHiddenActivation(Rule):
    """
    ## What it does
    Finds sigmoid, hard sigmoid or tanh as the activation of hidden layers in convolutional or
    deep feed-forward networks.

    ## Why is this bad?
    These functions are flat for large inputs, and the slope of the sigmoid is at most 0.25. The
    gradient is multiplied by the slope in each layer, so that early layers hardly learn. ReLU and
    its relatives keep the gradient of everything positive.

    ## Example
    ```python
    model.add(Conv2D(64, (3, 3), activation="hard_sigmoid"))
    model.add(Conv2D(128, (3, 3), activation="relu"))
    ```

    ## How to fix
    ```python
    model.add(Conv2D(64, (3, 3), activation="relu"))
    ```

    ## When to ignore
    Where the range matters (codes that must be bounded, networks that solve differential
    equations), or for small networks that learn well as they are. Gates, attention, recurrent
    layers, outputs and shallow networks are not reported.

    ## References
    - X. Glorot, Y. Bengio, Understanding the Difficulty of Training Deep Feedforward Neural
      Networks: sigmoid units drive the top hidden layer into saturation.
    - V. Nair, G. Hinton, Rectified Linear Units Improve Restricted Boltzmann Machines.
    """

    code = "SG315"
    name = "saturating-hidden-activation"
    fault_type = FaultType.ACH
    severity = Severity.WARNING
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            depth = sum(layer.kind in _FEED_FORWARD for layer in network.layers)
            for layer in network.layers:
                if layer.kind in _FEED_FORWARD and layer.tensor is not None:
                    yield from self._follow(network, layer, layer.tensor, depth)

    def _follow(
        self, network: Network, layer: Layer, tensor: Tensor, depth: int
    ) -> Iterator[Finding]:
        before = network.flow.path(tensor, _BEFORE)
        activation = before[-1] if before else None
        if activation is None or activation.place is None:
            return
        after = network.flow.path(activation, _BEFORE)
        following = layer_behind(network, after[-1]) if after else None
        if following is None or following.kind not in _FEED_FORWARD or _is_code(layer, following):
            return
        normalised = any(step.op in NORMALISATIONS for step in before)
        severity = _severity(activation.op, layer.kind, depth, normalised)
        if severity is not None:
            yield self._finding(layer, activation, severity, depth)

    def _finding(self, layer: Layer, activation: Tensor, severity: Severity, depth: int) -> Finding:
        place = activation.place or layer.place
        return self.finding(
            place.span,
            f"{activation.op} after a hidden {class_name(layer)} saturates: gradients shrink on "
            "their way to the layers before it.",
            because=f"The network has {depth} dense or convolutional layers, and {activation.op} "
            "stands between two of them.",
            layer=layer.index,
            severity=severity,
            confidence=None if severity is Severity.WARNING else 0.5,
        )


def _severity(function: str, kind: str, depth: int, normalised: bool) -> Severity | None:
    """How bad a function is as a hidden activation; None where it is not."""
    if function in _SIGMOIDS and depth >= 3:
        bad = depth >= _DEEP_FOR_SIGMOID and not normalised
        return Severity.WARNING if bad else Severity.INFO
    if function == "tanh" and not normalised:
        questionable = (kind == "conv" and depth >= 3) or depth >= _DEEP_FOR_TANH
        return Severity.INFO if questionable else None
    return None


def _is_code(layer: Layer, following: Layer) -> bool:
    """Whether a layer makes a code, or an image for another network: there the range matters."""
    if layer.kind == "conv":
        return layer.units in _IMAGE_CHANNELS
    before, middle, after = input_width(layer), layer.units, following.units
    if middle is None or after is None:
        return True
    return middle < after and (before is None or middle < before)
