from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import is_scaler_step, receiver_text
from seismograd.rules.loops._round import rounds
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object
from seismograd.source.rewrite import insert_after


class MissingScalerUpdate(Rule):
    """
    ## What it does
    Finds a loop that steps through a `GradScaler` but never calls `scaler.update()`.

    ## Why is this bad?
    `update()` adapts the scale and ends the scaler's round. Without it the second
    `scaler.step(optimizer)` raises an error, and the scale never adapts.

    ## Example
    ```python
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    ```

    ## How to fix
    ```python
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    ```

    ## When to ignore
    Never; with a disabled scaler the call does nothing.

    ## References
    - PyTorch documentation, "Automatic Mixed Precision examples".
    """

    code = "SG210"
    name = "missing-scaler-update"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            for step in one.of_kind("step"):
                if is_scaler_step(step.call) and not _is_updated(program, step):
                    yield self._finding(step)

    def _finding(self, step: Step) -> Finding:
        name = receiver_text(step.call) or "scaler"
        return self.finding(
            step.place.span,
            f"{name}.update() is never called: the second step raises an error and the scale "
            "never adapts.",
            because=f"No call of {name}.update() in the program.",
            fixes=_fixes(step, name),
        )


def _is_updated(program: Program, step: Step) -> bool:
    scaler = step.call.receiver
    if not isinstance(scaler, Object):
        return True
    updates = (call for call in program.index.on(scaler) if call.method == "update")
    return any(updates) or any(program.index.given(scaler))


def _fixes(step: Step, name: str) -> list[Fix]:
    edit = insert_after(step.place, f"{name}.update()")
    return safe_fix(f"Insert {name}.update()", edit)
