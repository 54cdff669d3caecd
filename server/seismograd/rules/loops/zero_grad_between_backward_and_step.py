from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import (
    optimiser_text,
    optimiser_value,
    receiver_text,
)
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import insert_before, remove_statement


class ZeroGradBetweenBackwardAndStep(Rule):
    """
    ## What it does
    Finds `zero_grad()` after `backward()` and before the `step()` that should use the gradients.

    ## Why is this bad?
    The gradients are thrown away before the optimiser sees them. It steps with zeros (or with
    none at all), so the weights never learn from the loss; only weight decay or momentum moves
    them.

    ## Example
    ```python
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    ```

    ## How to fix
    ```python
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    ```

    ## When to ignore
    Never, as far as the optimiser of this step is concerned.

    ## References
    - PyTorch documentation, "Optimizing Model Parameters": zero the gradients, then backward,
      then step.
    """

    code = "SG202"
    name = "zero-grad-between-backward-and-step"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.98
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            for backward, zero, step in one.together("backward", "zero_grad", "step"):
                if self._wipes(one, backward, zero, step):
                    yield self._finding(backward, zero, step)

    def _wipes(self, one: Round, backward: Step, zero: Step, step: Step) -> bool:
        own = zero.call.receiver is optimiser_value(step) or _holds_all(one, zero, step)
        steps = [s for s in one.between(backward.call, zero.call, "step", "unknown_step")
                 if optimiser_value(s) is optimiser_value(step)]  # fmt: skip
        again = one.calls_between(zero.call, step.call, "backward", "manual_backward", "step")
        return own and not steps and not again and not step.call.positional[1:]

    def _finding(self, backward: Step, zero: Step, step: Step) -> Finding:
        name = optimiser_text(step) or "the optimiser"
        return self.finding(
            zero.place.span,
            f"zero_grad() throws the gradients away between backward() and the step of {name}: "
            "the weights do not learn from the loss.",
            because="In every round the order is backward, zero_grad, step.",
            related=[
                Related(backward.place.span, "the gradients are computed here"),
                Related(step.place.span, "and would be used here"),
            ],
            fixes=_fixes(backward, zero),
        )


def _holds_all(one: Round, zero: Step, step: Step) -> bool:
    """`model.zero_grad()` empties what an optimiser of that model uses."""
    return any(
        optimiser.value is optimiser_value(step)
        and [network.value for network in optimiser.networks] == [zero.call.receiver]
        for optimiser in one.program.optimisers
    )


def _fixes(backward: Step, zero: Step) -> list[Fix]:
    name = receiver_text(zero.call)
    if name is None or backward.call.function is not zero.call.function:
        return []
    edits = insert_before(backward.place, f"{name}.zero_grad()"), remove_statement(zero.place)
    if edits[0] is None or edits[1] is None:
        return []
    return [Fix("Move zero_grad() before backward()", Safety.SAFE, (edits[0], edits[1]))]
