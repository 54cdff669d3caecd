from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.initialisation._starting_values import (
    WEIGHTED,
    Start,
    fan_in,
    is_normalised,
    is_output,
    starts,
)
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule

_FEWEST_INPUTS = 16
_TIMES = 8.0
"""How many times the scale that keeps variances (about 1 / sqrt(fan-in)) is too much: sums of that
size lie beyond 5 on either side for more than half of the units, where a sigmoid is flat."""
_GROWTH = 25.0
"""How much all layers together may enlarge the data: rectified, it is then 10 in the mean."""
_SATURATING = frozenset({"hard_sigmoid", "hardtanh", "sigmoid", "softsign", "tanh"})


class Enlarging(NamedTuple):
    """A layer that starts from weights which enlarge the data."""

    start: Start
    inputs: int
    times: float


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
    Where a normalisation follows it is not reported. It is an information where learning can
    make up for it: in networks of one hidden layer, whose last layer learns from whatever the
    first one gives, in the last layer itself, which the gradient of the loss corrects at once,
    and where the layers together enlarge the data less than 25 times and nothing saturates.

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
        large = [one for one in map(_enlarging, starts(program)) if one is not None]
        for one in large:
            yield self._finding(one, _is_mild(one, large))

    def _finding(self, one: Enlarging, mild: bool) -> Finding:
        return self.finding(
            one.start.place.span,
            f"The weights of this {class_name(one.start.layer)} start from values of size "
            f"{one.start.size:.2g} for {one.inputs} inputs: {one.times:.0f} times what keeps the "
            "scale of the data.",
            because=f"1 / sqrt({one.inputs}) is {1 / math.sqrt(one.inputs):.2g}.",
            layer=one.start.layer.index,
            severity=Severity.INFO if mild else None,
            confidence=0.5 if mild else None,
        )


def _enlarging(start: Start) -> Enlarging | None:
    """How much a layer enlarges the data at the start, where that is too much."""
    if start.role != "kernel" or start.scheme not in ("normal", "uniform"):
        return None
    inputs = fan_in(start.layer)
    if inputs is None or inputs < _FEWEST_INPUTS or is_normalised(start):
        return None
    times = start.size * math.sqrt(inputs)
    return Enlarging(start, inputs, times) if times >= _TIMES else None


def _is_mild(one: Enlarging, large: list[Enlarging]) -> bool:
    """Whether learning can make up for it."""
    network = one.start.network
    depth = sum(layer.kind in WEIGHTED for layer in network.layers)
    if depth < 3 or is_output(one.start):
        return True
    if one.start.layer.activation in _SATURATING:
        return False
    return math.prod(other.times for other in large if other.start.network is network) < _GROWTH
