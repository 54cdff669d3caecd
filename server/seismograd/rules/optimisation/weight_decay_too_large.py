from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import Rule

LIMIT = 0.1
DECOUPLED_LIMIT = 1.0
_DECOUPLED = frozenset({"adamw", "lion"})


class WeightDecayTooLarge(Rule):
    """
    ## What it does
    Finds a weight decay so large that it outweighs the gradient of the data: from 0.1 where it is
    added to the gradient (SGD, Adam, RMSprop), from 1.0 where it is decoupled (AdamW).

    ## Why is this bad?
    Weights are pulled to zero faster than the data can push them away; the network stays close to
    constant.

    ## Example
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001, weight_decay=0.5)
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001, weight_decay=1e-4)
    ```

    ## When to ignore
    Linear models on very little data.

    ## References
    - Loshchilov and Hutter: Decoupled weight decay regularization (2019)
    """

    code = "SG505"
    name = "weight-decay-too-large"
    fault_type = FaultType.RAW
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            decay = optimiser.settings.get("weight_decay")
            value = None if decay is None else decay.number
            limit = DECOUPLED_LIMIT if optimiser.kind in _DECOUPLED else LIMIT
            if decay is None or decay.is_default or value is None or value < limit:
                continue
            yield self.finding(
                decay.source.span,
                f"A weight decay of {value:g} with {optimiser.kind} pulls the weights to zero "
                "faster than the data can move them.",
                because=f"Usual values lie far below {limit:g}.",
            )
