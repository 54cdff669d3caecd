from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.program.operations import through
from seismograd.rules.architecture._hidden_activations import Hidden, hidden_layers
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_EXPONENTIALS = frozenset({"exp", "exponential"})
_LOGARITHMS = frozenset({"log", "log1p"})


class ExponentialHiddenActivation(Rule):
    """
    ## What it does
    Finds the exponential function as the activation of a hidden layer.

    ## Why is this bad?
    Sums of products that grow a little become activations that grow enormously: a sum of 10
    becomes 22026, and above 88 single precision overflows. The slope is as large as the value, so
    that gradients grow with it. The next layers are ruled by a few units, and training is unstable.

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
    variance, the exponential is common and not reported; nor is it where its input is clipped or
    scaled, where a normalisation follows, or behind a layer of logarithms, which makes products.

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
            for hidden in hidden_layers(network):
                bounded = hidden.normalised or _makes_products(hidden)
                if hidden.function in _EXPONENTIALS and not bounded:
                    yield self._finding(hidden)

    def _finding(self, hidden: Hidden) -> Finding:
        place = hidden.activation.place if hidden.activation is not None else None
        return self.finding(
            (place or hidden.layer.place).span,
            f"The exponential after a hidden {class_name(hidden.layer)} lets activations and "
            "gradients explode.",
            because="Its result goes into another learned layer.",
            layer=hidden.layer.index,
        )


def _makes_products(hidden: Hidden) -> bool:
    """Whether a layer adds up logarithms: their exponential is a product, as in product units."""
    tensor = hidden.layer.tensor
    source = through(tensor.inputs[0]) if tensor is not None and tensor.inputs else None
    return isinstance(source, Tensor) and source.op in _LOGARITHMS
