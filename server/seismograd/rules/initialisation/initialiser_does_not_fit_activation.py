from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.initialisation._starting_values import (
    WEIGHTED,
    Start,
    is_hidden,
    is_normalised,
    starts,
)
from seismograd.rules.rule import Rule

_RECTIFIED = frozenset({"leaky_relu", "prelu", "relu", "relu6"})
_SATURATING = frozenset({"hard_sigmoid", "sigmoid", "softsign", "tanh"})
_DEEP = 8


class InitialiserDoesNotFitActivation(Rule):
    """
    ## What it does
    Finds He initialisation before sigmoid or tanh, and Glorot (Xavier) initialisation before
    ReLU in deep networks without normalisation.

    ## Why is this bad?
    He's scale makes up for the half of the values that a ReLU sets to zero; sigmoid and tanh do
    not do that and are driven towards saturation. The other way round, Glorot's scale lets the
    signal of a deep ReLU network fade layer by layer.

    ## Example
    ```python
    Dense(64, activation="tanh", kernel_initializer="he_normal")
    ```

    ## How to fix
    ```python
    Dense(64, activation="tanh", kernel_initializer="glorot_normal")
    ```

    ## When to ignore
    In shallow networks the difference is small.

    ## References
    - K. He et al., Delving Deep into Rectifiers, section 2.2.
    """

    code = "SG404"
    name = "initialiser-does-not-fit-activation"
    fault_type = FaultType.WCI
    alternatives = (FaultType.ACH,)
    severity = Severity.INFO
    confidence = 0.5
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for start in starts(program):
            if start.role != "kernel" or not is_hidden(start) or is_normalised(start):
                continue
            better = _better(start)
            if better is not None:
                yield self.finding(
                    start.place.span,
                    f"{start.scheme.capitalize()} initialisation before {start.layer.activation}: "
                    f"{better} fits it.",
                    because=f"The activation after the layer is {start.layer.activation}.",
                    layer=start.layer.index,
                )


def _better(start: Start) -> str | None:
    depth = sum(layer.kind in WEIGHTED for layer in start.network.layers)
    if start.scheme == "he" and start.layer.activation in _SATURATING:
        return "Glorot (Xavier)"
    rectified = start.scheme == "xavier" and start.layer.activation in _RECTIFIED
    return "He (Kaiming)" if rectified and depth >= _DEEP else None
