from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import TRANSPARENT
from seismograd.rules.layer_facts import class_name, layer_behind
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_WEIGHTED = frozenset({"conv", "conv_transpose", "dense"})
_AROUND = TRANSPARENT | {"avg_pool", "dropout", "max_pool"}


class ExponentialHiddenActivation(Rule):
    """
    ## What it does
    Finds the exponential function as the activation of a hidden layer.

    ## Why is this bad?
    Sums of products that grow a little become activations that grow enormously. The next layers
    and their gradients overflow or are ruled by a few units, and training is unstable.

    ## Example
    ```python
    Conv2D(50, (5, 5), activation="exponential")
    ```

    ## How to fix
    ```python
    Conv2D(50, (5, 5), activation="relu")
    ```

    ## When to ignore
    Where the inputs of the function are bounded by design. As an output, for a rate or a
    variance, the exponential is common and not reported.

    ## References
    - Keras documentation of `keras.activations.exponential`.
    - I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, section 6.3, on hidden units.
    """

    code = "SG316"
    name = "exponential-hidden-activation"
    fault_type = FaultType.ACH
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for layer in network.layers:
                if layer.kind in _WEIGHTED and layer.tensor is not None:
                    yield from self._follow(network, layer, layer.tensor)

    def _follow(self, network: Network, layer: Layer, tensor: Tensor) -> Iterator[Finding]:
        before = network.flow.path(tensor, _AROUND)
        activation = before[-1] if before else None
        if activation is None or activation.op != "exponential" or activation.place is None:
            return
        after = network.flow.path(activation, _AROUND)
        following = layer_behind(network, after[-1]) if after else None
        if following is not None and following.kind in _WEIGHTED:
            yield self.finding(
                activation.place.span,
                f"The exponential after a hidden {class_name(layer)} lets activations and "
                "gradients explode.",
                because="Its result goes into another learned layer.",
                layer=layer.index,
            )
