from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import Rule


class MomentumOutOfRange(Rule):
    """
    ## What it does
    Finds momentum (or a decay rate of running averages) that is negative, 1 or more, or so near to
    1 that the optimiser averages over thousands of steps.

    ## Why is this bad?
    With a momentum of 1 or more old gradients never fade: steps grow without bound.

    ## Example
    ```python
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=9e-1 + 0.1)
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    ```

    ## When to ignore
    Never for 1 or more; values just below 1 are used with huge numbers of tiny steps.

    ## References
    - Sutskever et al.: On the importance of initialization and momentum in deep learning (2013)
    """

    code = "SG504"
    name = "momentum-out-of-range"
    fault_type = FaultType.OCH
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            momentum = optimiser.settings.get("momentum")
            value = None if momentum is None else momentum.number
            if momentum is None or value is None or 0 <= value <= 0.9995:
                continue
            yield self.finding(
                momentum.source.span,
                f"A momentum of {value:g} lets old gradients pile up instead of fading.",
                because="Momentum must lie between 0 and 1, usually at 0.9.",
                severity=None if value >= 1 or value < 0 else Severity.WARNING,
            )
