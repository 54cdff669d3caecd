from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.program.settings import Setting, setting
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call

LOW = 1e-3
HIGH = 1e4
_CLIPPING = ("*.clip_grad_norm_", "*.clip_grad_value_", "*.clip_grad_norm")


class ClipValueOutOfRange(Rule):
    """
    ## What it does
    Finds gradient clipping with a bound so small that hardly a step is left, or zero, or so large
    that it never acts.

    ## Why is this bad?
    Clipping to a tiny norm scales every gradient down to nothing, as if the learning rate were
    thousands of times smaller; a huge bound only pretends to protect.

    ## Example
    ```python
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1e-5)
    ```

    ## How to fix
    ```python
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    ```

    ## When to ignore
    A very large bound is sometimes used to read the norm without clipping.

    ## References
    - Pascanu, Mikolov and Bengio: On the difficulty of training recurrent neural networks (2013)
    """

    code = "SG508"
    name = "clip-value-out-of-range"
    fault_type = FaultType.HLR
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for bound in _bounds(program):
            value = bound.number
            if value is None or bound.is_overridable or isinf(value) or LOW < value < HIGH:
                continue
            effect = "no step is left" if value <= LOW else "it never acts"
            yield self.finding(
                bound.source.span,
                f"Gradients are clipped at {value:g}: {effect}.",
                because="Usual bounds lie between 0.1 and 10.",
                severity=Severity.HINT if value >= HIGH else None,
            )


def _bounds(program: Program) -> Iterator[Setting]:
    for call in program.calls_to(*_CLIPPING):
        yield _bound(call)
    for optimiser in program.optimisers:
        for name in ("clipnorm", "clipvalue", "global_clipnorm"):
            if optimiser.call is not None and name in optimiser.call.keywords:
                yield setting(optimiser.call, None, name)


def _bound(call: Call) -> Setting:
    name = "clip_value" if call.method == "clip_grad_value_" else "max_norm"
    return setting(call, 1, name)
