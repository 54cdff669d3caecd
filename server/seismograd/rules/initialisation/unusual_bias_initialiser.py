from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.initialisation._starting_values import Start, is_hidden, starts
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule

_LARGE = 0.5


class UnusualBiasInitialiser(Rule):
    """
    ## What it does
    Finds biases of dense and convolutional layers that start from large or widely spread values.

    ## Why is this bad?
    A bias moves all that a unit sees by the same amount. Large ones push units into saturation or
    switch ReLUs off before anything is learned. Zero, or a small constant, is a safe start.

    ## Example
    ```python
    Dense(64, activation="relu", bias_initializer=RandomNormal(stddev=1.0))
    ```

    ## How to fix
    ```python
    Dense(64, activation="relu", bias_initializer="zeros")
    ```

    ## When to ignore
    The bias of the output may start from the mean of the targets, and the forget gate of an LSTM
    from one; neither is reported.

    ## References
    - I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, section 8.4: setting the biases to
      zero is compatible with most weight initialisation schemes.
    """

    code = "SG403"
    name = "unusual-bias-initialiser"
    fault_type = FaultType.BCI
    severity = Severity.INFO
    confidence = 0.6

    def check(self, program: Program) -> Iterator[Finding]:
        for start in starts(program):
            if start.role == "bias" and _is_unusual(start):
                yield self.finding(
                    start.place.span,
                    f"The bias of this {class_name(start.layer)} starts from {_values(start)}; "
                    "zero is the usual start.",
                    because=f"Its values are of size {start.size:.2g}.",
                    layer=start.layer.index,
                )


def _is_unusual(start: Start) -> bool:
    if start.scheme == "constant":
        return abs(start.mean) > _LARGE and is_hidden(start)
    return start.scheme in ("normal", "uniform") and start.size > _LARGE


def _values(start: Start) -> str:
    if start.scheme == "constant":
        return f"{start.mean:g}"
    return f"random values around {start.mean:g} with a deviation of {start.spread:.2g}"
