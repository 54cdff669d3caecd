from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program, Step
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import Rule


class ClipAtWrongPlace(Rule):
    """
    ## What it does
    Finds gradient clipping that stands after the optimiser's step, or before `backward()`.

    ## Why is this bad?
    Clipping works on the gradients that are there. After the step it is too late; before
    `backward()` there are none yet. Either way the gradients that the optimiser uses are not
    clipped, and an exploding gradient goes straight into the weights.

    ## Example
    ```python
    loss.backward()
    optimizer.step()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    ```

    ## How to fix
    ```python
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    ```

    ## When to ignore
    When the call serves only to measure the gradient norm.

    ## References
    - PyTorch documentation of `torch.nn.utils.clip_grad_norm_`.
    - Pascanu, Mikolov, Bengio: "On the difficulty of training recurrent neural networks".
    """

    code = "SG208"
    name = "clip-at-wrong-place"
    fault_type = FaultType.LOOP
    severity = Severity.WARNING
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            for clip in one.of_kind("clip"):
                before, after = _neighbours(one, clip)
                if before is not None and before.kind == "step":
                    yield self._finding(clip, before, "after the optimiser has stepped")
                elif before is None and after is not None and after.kind == "backward":
                    yield self._finding(clip, after, "before backward() has computed them")

    def _finding(self, clip: Step, other: Step, where: str) -> Finding:
        return self.finding(
            clip.place.span,
            f"Gradients are clipped {where}: the step uses them unclipped.",
            because=f"In each round the clipping comes {where}.",
            related=[Related(other.place.span, f"{other.kind} is here")],
        )


def _neighbours(one: Round, clip: Step) -> tuple[Step | None, Step | None]:
    """What of backward and step comes right before and right after a clipping."""
    steps = [step for step in one.of_kind("backward", "step", "unknown_step")
             if not one.conditions.may_exclude(step.call, clip.call)]  # fmt: skip
    if not any(s.kind == "step" for s in steps) or len(one.of_kind("unknown_step")):
        return None, None
    before = [step for step in steps if step.call.index < clip.call.index]
    after = [step for step in steps if step.call.index > clip.call.index]
    certain = [s for s in before if one.conditions.implies(clip.call, s.call)]
    if before and before[-1].kind == "step" and before[-1] not in certain:
        return None, None
    return (before[-1] if before else None), (after[0] if after else None)
