from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.rules.initialisation._starting_values import (
    Start,
    is_hidden,
    is_output,
    starts,
)
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule


class ConstantWeightInitialiser(Rule):
    """
    ## What it does
    Finds dense and convolutional layers whose weights all start from the same number.

    ## Why is this bad?
    Units that start equal get equal gradients and stay equal: however wide the layer is, it
    computes one feature. With zeros, nothing passes the layer at first and the layers before it
    get no gradient at all; with ones, sums of many inputs are huge.

    ## Example
    ```python
    Conv2D(32, (3, 3), kernel_initializer="zeros")
    nn.init.constant_(self.fc1.weight, 0.5)
    ```

    ## How to fix
    Start from random values that fit the size of the layer, which is the default of both
    frameworks:
    ```python
    Conv2D(32, (3, 3), kernel_initializer="glorot_uniform")
    nn.init.xavier_uniform_(self.fc1.weight)
    ```

    ## When to ignore
    Biases, normalisation, and the last layer of a residual branch start from constants on
    purpose and are not reported. For the layer that makes the output it is an information:
    starting from zero is workable there.

    ## References
    - I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, section 8.4: initial parameters need
      to break symmetry between different units.
    """

    code = "SG401"
    name = "constant-weight-initialiser"
    fault_type = FaultType.WCI
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        constant = [
            start
            for start in starts(program)
            if start.role == "kernel" and start.scheme == "constant" and start.layer.units != 1
        ]
        hidden = {start.place: start for start in reversed(constant) if is_hidden(start)}
        for start in hidden.values():
            yield self._finding(start, None)
        for start in constant:
            # One statement may fill several layers; the gravest case is told.
            if start.place not in hidden and is_output(start) and _has_layers_before(start):
                yield self._finding(start, Severity.INFO)

    def _finding(self, start: Start, severity: Severity | None) -> Finding:
        name = class_name(start.layer)
        effect = (
            "all its units compute the same and stay equal"
            if severity is None
            else "the layers before it get equal gradients, or none, at first"
        )
        elsewhere = start.place.span.start.line != start.layer.place.span.start.line
        return self.finding(
            start.place.span,
            f"The weights of this {name} all start from {start.mean:g}: {effect}.",
            because=f"Its weights are filled with the constant {start.mean:g}.",
            related=[Related(start.layer.place.span, "the layer")] if elsewhere else [],
            layer=start.layer.index,
            severity=severity,
            confidence=None if severity is None else 0.5,
        )


def _has_layers_before(start: Start) -> bool:
    learned = [layer for layer in start.network.layers if layer.is_learned]
    return bool(learned) and learned[0] is not start.layer
