from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import removal_fixes
from seismograd.rules.agreement._outputs import REGRESSION, Output, outputs
from seismograd.rules.agreement._target_range import Range, range_of
from seismograd.rules.rule import FixAvailability, Rule

_POSITIVE = Range(0.0, float("inf"))
_RANGES = {
    "exponential": _POSITIVE,
    "hard_sigmoid": Range(0.0, 1.0),
    "relu": _POSITIVE,
    "relu6": Range(0.0, 6.0),
    "sigmoid": Range(0.0, 1.0),
    "softmax": Range(0.0, 1.0),
    "softplus": _POSITIVE,
    "softsign": Range(-1.0, 1.0),
    "tanh": Range(-1.0, 1.0),
}


class BoundedActivationOnRegressionOutput(Rule):
    """
    ## What it does
    Finds a regression whose last activation cannot reach the targets: for example a sigmoid for
    house prices, or a relu for standardised targets, half of which are negative. It speaks only
    where the range of the targets is known from the source.

    ## Why is this bad?
    Targets outside of the range are never met. The network is pushed to the end of the range,
    where the gradient vanishes (or is zero), and stays there.

    ## Example
    ```python
    (x_train, y_train), _ = keras.datasets.boston_housing.load_data()
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="mse", optimizer="adam")
    ```

    ## How to fix
    ```python
    model.add(Dense(1))
    model.compile(loss="mse", optimizer="adam")
    ```
    Or scale the targets into the range of the activation.

    ## When to ignore
    Where targets outside of the range are outliers that are cut off on purpose.

    ## References
    - "Deep Learning" (Goodfellow, Bengio, Courville), section 6.2.2 on output units.
    """

    code = "SG114"
    name = "bounded-activation-on-regression-output"
    fault_type = FaultType.ACH
    alternatives = (FaultType.ARM, FaultType.CPP)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            reachable = _RANGES.get(output.function)
            if loss.kind not in REGRESSION or reachable is None:
                continue
            wanted = range_of(loss.target)
            if wanted is not None and not reachable.holds(wanted):
                yield self._finding(loss, output, reachable, wanted)

    def _finding(self, loss: LossUse, output: Output, reachable: Range, wanted: Range) -> Finding:
        return self.finding(
            output.place.span,
            f"The output is bounded by {output.function} to {reachable}, but the targets range "
            f"over {wanted}: some can never be met, and the gradient vanishes there.",
            because=f"The targets are traced back to values over {wanted}.",
            related=[Related(loss.built_at.span, "the regression loss")],
            layer=output.index,
            fixes=removal_fixes(output.tensor),
        )
