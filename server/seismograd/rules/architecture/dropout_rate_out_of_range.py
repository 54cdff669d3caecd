from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Program
from seismograd.program.settings import Setting, setting
from seismograd.rules.rule import Rule

_HIGH = 0.8
_TINY = 0.01
_FUNCTIONS = ("torch.nn.functional.", "torch.dropout")


class DropoutRateOutOfRange(Rule):
    """
    ## What it does
    Finds dropout rates of one or more, below zero, above 0.8, or so small that they do nothing.

    ## Why is this bad?
    The rate is the share of values that is set to zero. At 1 nothing passes and nothing is
    learned; above 0.8 hardly anything does, which is often the share to *keep* given by mistake.
    A rate below one percent has no effect worth its noise.

    ## Example
    ```python
    nn.Dropout(p=1.0)
    Dropout(0.9)
    ```

    ## How to fix
    Use a rate between 0.1 and 0.5:
    ```python
    nn.Dropout(p=0.5)
    ```

    ## When to ignore
    Very wide layers on little data can bear a high rate.

    ## References
    - N. Srivastava et al., Dropout: A Simple Way to Prevent Neural Networks from Overfitting:
      hidden units are best kept with a probability between 0.5 and 0.8.
    """

    code = "SG310"
    name = "dropout-rate-out-of-range"
    fault_type = FaultType.RCD
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for _, layer in program.layers:
            rate = _rate(layer)
            if rate is not None and rate.number is not None and rate.value is not None:
                yield from self._of_rate(layer, rate, rate.number)

    def _of_rate(self, layer: Layer, rate: Setting, number: float) -> Iterator[Finding]:
        if number >= 1 or number < 0:
            yield self._finding(layer, rate, Severity.ERROR,
                                "nothing passes, or the layer refuses to be built" if number >= 1
                                else "a share cannot be negative")  # fmt: skip
        elif number > _HIGH:
            yield self._finding(layer, rate, Severity.WARNING,
                                f"only {1 - number:.0%} of the values pass; the rate is the share "
                                "to drop, not to keep")  # fmt: skip
        elif 0 < number < _TINY and isinstance(rate.source.node, ast.Constant):
            yield self._finding(layer, rate, Severity.HINT, "so few values make no difference")

    def _finding(self, layer: Layer, rate: Setting, severity: Severity, effect: str) -> Finding:
        return self.finding(
            rate.source.span if rate.source.chunk is layer.place.chunk else rate.place.span,
            f"A dropout rate of {rate.number}: {effect}.",
            because=f"The rate comes down to {rate.number}.",
            layer=layer.index,
            severity=severity,
            confidence=0.95 if severity is Severity.ERROR else 0.75,
        )


def _rate(layer: Layer) -> Setting | None:
    """The dropout rate of a layer or of a functional call."""
    if layer.kind == "dropout" and layer.call is not None and layer.value is None:
        if layer.path.startswith(_FUNCTIONS):
            return setting(layer.call, 1, "p")
        return setting(layer.call, 1, "rate") if layer.path.startswith("keras.") else None
    stochastic = layer.kind in ("attention", "dropout", "recurrent", "transformer")
    is_gaussian = layer.path.endswith("GaussianDropout")
    return layer.setting("rate") if stochastic and not is_gaussian else None
