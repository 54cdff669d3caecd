from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import set_argument


class NesterovWithoutMomentum(Rule):
    """
    ## What it does
    Finds `nesterov=True` without a momentum.

    ## Why is this bad?
    Nesterov's method corrects the momentum; without one there is nothing to correct. PyTorch
    refuses it with an error, Keras ignores it silently.

    ## Example
    ```python
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, nesterov=True)
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, nesterov=True, momentum=0.9)
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.optim.SGD`
    """

    code = "SG516"
    name = "nesterov-without-momentum"
    fault_type = FaultType.OCH
    severity = Severity.ERROR
    confidence = 0.98
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            nesterov = optimiser.settings.get("nesterov")
            momentum = optimiser.settings.get("momentum")
            if nesterov is None or momentum is None:
                continue
            if nesterov.flag is True and momentum.number == 0:
                yield self.finding(
                    nesterov.span,
                    "nesterov=True does nothing without a momentum (PyTorch raises an error).",
                    because="The momentum is 0.",
                    fixes=_fixes(optimiser),
                )


def _fixes(optimiser: Optimiser) -> list[Fix]:
    edit = set_argument(optimiser.place, "momentum", "0.9")
    return unsafe_fix("Add momentum=0.9", edit)
