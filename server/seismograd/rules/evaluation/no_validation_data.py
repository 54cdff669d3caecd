from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.evaluation._callbacks import has_no_validation
from seismograd.rules.evaluation._hold_out import hold_out_fixes
from seismograd.rules.rule import FixAvailability, Rule


class NoValidationData(Rule):
    """
    ## What it does
    Finds a training without validation data in a program that never measures the network on
    anything else either.

    ## Why is this bad?
    Only the training loss is seen, which falls even where the network learns the examples by
    heart. Overfitting, leaks and a wrong number of epochs stay unnoticed.

    ## Example
    ```python
    model.fit(x, y, epochs=50)
    ```

    ## How to fix
    ```python
    model.fit(x, y, epochs=50, validation_split=0.2)
    ```

    ## When to ignore
    In the last training on all data, after everything was chosen.

    ## References
    - Keras documentation of `keras.Model.fit`, arguments `validation_split` and
      `validation_data`.
    """

    code = "SG805"
    name = "no-validation-data"
    fault_type = FaultType.VRM
    severity = Severity.HINT
    confidence = 0.6
    preview = True
    about_absence = True
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        measured = any(program.calls_to("*.evaluate", "*.predict", "*.score"))
        if measured or program.evaluations or not program.complete:
            return
        for fit in program.fits:
            if has_no_validation(fit):
                yield self.finding(
                    fit.place.span,
                    "The training has no validation data, and the network is not measured on "
                    "anything else: overfitting stays unnoticed.",
                    because="Neither validation data nor an evaluation was found.",
                    fixes=hold_out_fixes(fit),
                )
        yield from self._loops(program)

    def _loops(self, program: Program) -> Iterator[Finding]:
        for loop in program.loops:
            if loop.loader is not None and loop.epochs is not None:
                yield self.finding(
                    loop.place.span,
                    "The network is trained here, but never measured on other data: overfitting "
                    "stays unnoticed.",
                    because="No evaluation was found in the program.",
                )
