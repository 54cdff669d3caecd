from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import Rule


class AdamWithCoupledDecay(Rule):
    """
    ## What it does
    Finds `Adam` with a weight decay, which adds the decay to the gradient, where `AdamW` would
    apply it to the weights.

    ## Why is this bad?
    Adam divides by the running size of the gradient, so weights with large gradients are decayed
    less than the others. Decoupled decay usually generalises better.

    ## Example
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001, weight_decay=0.01)
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.001, weight_decay=0.01)
    ```

    ## When to ignore
    When results must match a paper that used L2 regularisation with Adam.

    ## References
    - Loshchilov and Hutter: Decoupled weight decay regularization (2019)
    """

    code = "SG506"
    name = "adam-with-coupled-decay"
    fault_type = FaultType.RAW
    alternatives = (FaultType.OCH,)
    severity = Severity.HINT
    confidence = 0.6
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            decay = optimiser.settings.get("weight_decay")
            if optimiser.kind != "adam" or optimiser.framework != "torch" or decay is None:
                continue
            if not decay.is_default and (decay.number or 0) > 0:
                yield self.finding(
                    decay.source.span,
                    "Adam scales this weight decay with the gradients; AdamW applies it to the "
                    "weights themselves.",
                    because="torch.optim.Adam adds the decay to the gradient.",
                )
