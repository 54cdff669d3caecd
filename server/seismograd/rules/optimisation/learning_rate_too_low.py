from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Safety, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.rules.learning_rates import (
    Prior,
    is_scheduled,
    is_set_by_hand,
    prior_of,
    usual_rate_fixes,
)
from seismograd.rules.rule import FixAvailability, Rule


class LearningRateTooLow(Rule):
    """
    ## What it does
    Compares the learning rate with what its optimiser needs to get anywhere. Adadelta is the trap:
    its own paper takes steps of 1.0, while Keras passes 0.001 unless told otherwise.

    ## Why is this bad?
    Weights hardly move from where they started; the loss falls so slowly that training ends long
    before anything is learned.

    ## Example
    ```python
    model.compile(optimizer=keras.optimizers.Adadelta(learning_rate=0.001), loss="mse")
    ```

    ## How to fix
    ```python
    model.compile(optimizer=keras.optimizers.Adadelta(learning_rate=1.0), loss="mse")
    ```

    ## When to ignore
    Fine-tuning the last bit of a trained network, or a warm-up that raises the rate (a schedule
    silences the rule).

    ## References
    - Zeiler: ADADELTA, an adaptive learning rate method (2012)
    - Keras documentation of `Adadelta`: to match the paper, use a learning rate of 1.0
    """

    code = "SG502"
    name = "learning-rate-too-low"
    fault_type = FaultType.HLR
    alternatives = (FaultType.OCH, FaultType.HNE)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            prior = prior_of(optimiser)
            rate = optimiser.learning_rate
            value = rate.number
            if prior is None or value is None or value >= prior.low:
                continue
            is_kept = value == 0 and not is_set_by_hand(program)  # a factor leaves 0 as it is
            if is_kept or not is_scheduled(program, optimiser):
                yield self._finding(optimiser, rate, value, prior)

    def _finding(self, optimiser: Optimiser, rate: Setting, value: float, prior: Prior) -> Finding:
        start = (
            f"The default learning rate of {value:g}"
            if rate.is_default
            else (f"A learning rate of {value:g}")
        )
        effect = "nothing is learned" if value <= 0 else "weights hardly move"
        return self.finding(
            rate.source.span,
            f"{start} is too low for {optimiser.kind}: {effect}. Usual are {prior.usual}.",
            because=f"{optimiser.kind} hardly learns below {prior.low:g}.",
            severity=Severity.ERROR if value <= 0 else None,
            fixes=usual_rate_fixes(rate, optimiser),
        )
