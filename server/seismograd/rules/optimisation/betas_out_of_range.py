from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Place, Sequence, number


class BetasOutOfRange(Rule):
    """
    ## What it does
    Finds decay rates of Adam and its relatives that lie outside 0 to 1, or whose first is larger
    than the second.

    ## Why is this bad?
    The second average must be the slower one: it scales the step. Swapped, the scale jumps with
    every batch, and steps become erratic.

    ## Example
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001, betas=(0.999, 0.9))
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001, betas=(0.9, 0.999))
    ```

    ## When to ignore
    Never outside 0 to 1; equal rates are fine.

    ## References
    - Kingma and Ba: Adam, a method for stochastic optimization (2015)
    """

    code = "SG515"
    name = "betas-out-of-range"
    fault_type = FaultType.OCH
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            found = _betas(optimiser)
            if found is None:
                continue
            first, second, place = found
            outside = not (0 <= first < 1 and 0 <= second < 1)
            if outside or first > second:
                yield self.finding(
                    place.span,
                    f"Decay rates of {first:g} and {second:g}: "
                    + ("both must lie below 1." if outside else "they look swapped."),
                    because="The first average follows the gradient, the second its square.",
                    severity=Severity.ERROR if outside else None,
                )


def _betas(optimiser: Optimiser) -> tuple[float, float, Place] | None:
    pair = optimiser.settings.get("betas")
    if pair is not None and isinstance(pair.value, Sequence) and len(pair.value.items) == 2:
        first, second = (number(item) for item in pair.value.items)
        return None if first is None or second is None else (first, second, pair.place)
    one, two = optimiser.settings.get("beta_1"), optimiser.settings.get("beta_2")
    if one is None or two is None or one.number is None or two.number is None:
        return None
    return one.number, two.number, (two if one.is_default else one).source
