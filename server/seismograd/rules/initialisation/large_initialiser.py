from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.initialisation._starting_values import (
    WEIGHTED,
    Start,
    fan_in,
    is_normalised,
    starts,
)
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule

_FEWEST_INPUTS = 16
_TIMES = 8.0
"""How many times the scale that keeps variances (about 1 / sqrt(fan-in)) is too much."""
_BOUNDED = frozenset({"hard_sigmoid", "hardtanh", "sigmoid", "softmax", "softsign", "tanh"})


class LargeInitialiser(Rule):
    """
    ## What it does
    Finds weights that start from random values far too large for the number of inputs.

    ## Why is this bad?
    A unit sums as many products as it has inputs. To keep the scale of the data from layer to
    layer, weights must be about one over the square root of that number. Much larger ones make
    activations grow with each layer until they overflow or saturate, and gradients with them.

    ## Example
    ```python
    nn.init.normal_(self.fc1.weight)  # a standard deviation of 1 for 784 inputs
    Dense(256, kernel_initializer=RandomNormal(stddev=1.0))
    ```

    ## How to fix
    ```python
    nn.init.kaiming_normal_(self.fc1.weight)
    Dense(256, kernel_initializer="he_normal")
    ```

    ## When to ignore
    Where a normalisation follows it is not reported. Networks of one hidden layer often learn
    nevertheless; there, and before saturating activations, it is an information.

    ## References
    - X. Glorot, Y. Bengio, Understanding the Difficulty of Training Deep Feedforward Neural
      Networks.
    - K. He et al., Delving Deep into Rectifiers.
    """

    code = "SG402"
    name = "large-initialiser"
    fault_type = FaultType.WCI
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for start in starts(program):
            if start.role != "kernel" or start.scheme not in ("normal", "uniform"):
                continue
            inputs = fan_in(start.layer)
            if inputs is None or inputs < _FEWEST_INPUTS or is_normalised(start):
                continue
            times = start.size * math.sqrt(inputs)
            if times >= _TIMES:
                yield self._finding(start, inputs, times)

    def _finding(self, start: Start, inputs: int, times: float) -> Finding:
        depth = sum(layer.kind in WEIGHTED for layer in start.network.layers)
        mild = depth < 3 or start.layer.activation in _BOUNDED
        return self.finding(
            start.place.span,
            f"The weights of this {class_name(start.layer)} start from values of size "
            f"{start.size:.2g} for {inputs} inputs: {times:.0f} times what keeps the scale of "
            "the data.",
            because=f"1 / sqrt({inputs}) is {1 / math.sqrt(inputs):.2g}.",
            layer=start.layer.index,
            severity=Severity.INFO if mild else None,
            confidence=0.5 if mild else None,
        )
