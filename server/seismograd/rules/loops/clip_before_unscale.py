from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import is_scaler_step, optimiser_text, receiver_text
from seismograd.rules.loops._round import rounds
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import insert_before


class ClipBeforeUnscale(Rule):
    """
    ## What it does
    Finds gradient clipping in a loop with a `GradScaler`, without `scaler.unscale_(optimizer)`
    before it.

    ## Why is this bad?
    After `scaler.scale(loss).backward()` the gradients are multiplied by the scale, which starts
    at 65536. Clipping them to a norm of 1 leaves next to nothing once the scaler divides them
    again: the network hardly learns.

    ## Example
    ```python
    scaler.scale(loss).backward()
    clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    ```

    ## How to fix
    ```python
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    ```

    ## When to ignore
    When the limit is itself multiplied by the scale.

    ## References
    - PyTorch documentation, "Automatic Mixed Precision examples", gradient clipping.
    """

    code = "SG209"
    name = "clip-before-unscale"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            for clip in one.of_kind("clip"):
                scaled = [s for s in one.of_kind("step") if is_scaler_step(s.call)
                          and s.call.index > clip.call.index
                          and one.conditions.implies(clip.call, s.call)]  # fmt: skip
                unscaled = [s for s in one.of_kind("unscale") if s.call.index < clip.call.index]
                if scaled and not unscaled:
                    yield self._finding(clip, scaled[0])

    def _finding(self, clip: Step, step: Step) -> Finding:
        return self.finding(
            clip.place.span,
            "Gradients are clipped while they are still multiplied by the gradient scale: "
            "almost nothing of them is left.",
            because="The scaler steps the optimiser, and unscale_() is not called before the "
            "clipping.",
            related=[Related(step.place.span, "the scaler divides by the scale only here")],
            fixes=_fixes(clip, step),
        )


def _fixes(clip: Step, step: Step) -> list[Fix]:
    scaler, optimiser = receiver_text(step.call), optimiser_text(step)
    if scaler is None or optimiser is None or clip.call.function is not step.call.function:
        return []
    line = f"{scaler}.unscale_({optimiser})"
    edit = insert_before(clip.place, line)
    return safe_fix(f"Insert {line}", edit)
