from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Safety, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.rules.learning_rates import (
    Prior,
    clips_gradients,
    is_scheduled,
    prior_of,
    trains_tiny_networks,
    usual_rate_fixes,
)
from seismograd.rules.rule import FixAvailability, Rule


class LearningRateTooHigh(Rule):
    """
    ## What it does
    Compares the learning rate with what its optimiser can bear. The bounds differ between
    optimisers: 1.0 is right for Adadelta and hopeless for Adam.

    ## Why is this bad?
    Steps that are too long jump over minima: the loss oscillates, grows, or becomes NaN, and units
    die for good.

    ## Example
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=1.0)
    ```

    ## How to fix
    Start from the optimiser's usual range, for Adam around 0.001:
    ```python
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001)
    ```

    ## When to ignore
    Very small networks on clean data, large batches with warm-up (a schedule silences the rule up
    to the point where no schedule helps), and deliberate learning-rate range tests.

    ## References
    - Bengio: Practical recommendations for gradient-based training of deep architectures (2012)
    - Kingma and Ba: Adam, a method for stochastic optimization (2015)
    """

    code = "SG501"
    name = "learning-rate-too-high"
    fault_type = FaultType.HLR
    alternatives = (FaultType.OCH,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            prior = prior_of(optimiser)
            for rate in [optimiser.learning_rate, *_group_rates(optimiser)]:
                value = rate.number
                if prior is None or value is None or rate.is_default:
                    continue
                hopeless = value >= prior.hopeless and not trains_tiny_networks(optimiser)
                if hopeless or (value > prior.high and self._matters(program, optimiser)):
                    yield self._finding(optimiser, rate, value, prior, hopeless)

    def _matters(self, program: Program, optimiser: Optimiser) -> bool:
        return not (
            is_scheduled(program, optimiser)
            or trains_tiny_networks(optimiser)
            or clips_gradients(program)
        )

    def _finding(
        self, optimiser: Optimiser, rate: Setting, value: float, prior: Prior, hopeless: bool
    ) -> Finding:
        return self.finding(
            rate.source.span,
            f"A learning rate of {value:g} is too high for {optimiser.kind}: training will "
            f"oscillate or diverge. Usual are {prior.usual}.",
            because=f"{optimiser.kind} hardly ever converges above {prior.high:g}.",
            severity=Severity.ERROR if hopeless else None,
            fixes=usual_rate_fixes(rate, optimiser),
        )


def _group_rates(optimiser: Optimiser) -> Iterator[Setting]:
    for group in optimiser.groups:
        if "learning_rate" in group:
            yield group["learning_rate"]
