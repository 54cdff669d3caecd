from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.escapes import is_unmodelled, passes
from seismograd.program.gradients import runs_without_gradients
from seismograd.program.model import LossUse, Program
from seismograd.program.torch.stepped_optimiser import receiver_text
from seismograd.rules.loops._losses import assigned_name, reaches
from seismograd.rules.loops._round import is_known_optimiser
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Unknown
from seismograd.source.rewrite import insert_before

_OPTIMISER_NAME = re.compile(r"(^|[._])opt(im(i[sz]er)?)?$", re.IGNORECASE)


class StepWithoutBackward(Rule):
    """
    ## What it does
    Finds a loop that computes a loss and steps the optimiser, although nothing that runs with it
    calls `backward()`.

    ## Why is this bad?
    Without `backward()` there are no gradients: `step()` skips every parameter and nothing is
    learned. No error is raised.

    ## Example
    ```python
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    optimizer.step()
    ```

    ## How to fix
    ```python
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    ```

    ## When to ignore
    When gradients are written by code that this rule cannot see.

    ## References
    - PyTorch documentation, "Optimizing Model Parameters".
    """

    code = "SG203"
    name = "step-without-backward"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        trained = _runs_with_gradients(program)
        for step in program.index.named("step") if program.complete else ():
            if id(step.interpreter) in trained or not _is_optimiser(program, step):
                continue
            losses = [loss for loss in program.losses if _belongs(loss, step)]
            is_plain = not step.positional and not step.keywords
            if losses and is_plain and not any(_is_handed_on(program, one) for one in losses):
                yield self._finding(step, losses[-1])

    def _finding(self, step: Call, loss: LossUse) -> Finding:
        return self.finding(
            step.place.span,
            "The optimiser steps, but backward() is never called: there are no gradients and "
            "nothing is learned.",
            because="A loss is computed in the same loop, and nothing computes gradients from it.",
            related=[Related(loss.place.span, "the loss that should be differentiated")],
            fixes=_fixes(step, loss),
        )


def _is_optimiser(program: Program, step: Call) -> bool:
    """A known optimiser, or something unknown that goes by such a name."""
    if is_known_optimiser(program, step.receiver):
        return True
    unknown = isinstance(step.receiver, Unknown | Member)
    return unknown and bool(_OPTIMISER_NAME.search(receiver_text(step) or ""))


def _runs_with_gradients(program: Program) -> set[int]:
    """The runs in which something computes gradients."""
    index = program.index
    found = [
        *index.named("backward", "manual_backward", "minimize", "apply_gradients"),
        *index.under("torch.autograd."),
        *index.under("torch.func."),
        *(call for call in index.to("operator.setattr") if sets_attribute(call, "grad")),
    ]
    return {id(call.interpreter) for call in found}


def _belongs(loss: LossUse, step: Call) -> bool:
    call = loss.call
    if call is None or call.loop is None or call.loop is not step.loop:
        return False
    return call.index < step.index and not runs_without_gradients(call)


def _is_handed_on(program: Program, loss: LossUse) -> bool:
    """Whether something unknown gets the loss and may differentiate it."""
    return any(
        call.interpreter is loss.call.interpreter
        and is_unmodelled(call)
        and not call.path.startswith("Tensor.")
        and _gets(call, loss)
        for call in program.calls
        if loss.call is not None
    )


def _gets(call: Call, loss: LossUse) -> bool:
    return passes(call, loss.result) or any(reaches(a.value, loss.result) for a in call.arguments)


def _fixes(step: Call, loss: LossUse) -> list[Fix]:
    name = assigned_name(loss)
    if name is None or loss.call is None or loss.call.function is not step.function:
        return []
    edit = insert_before(step.place, f"{name}.backward()")
    return unsafe_fix(f"Insert {name}.backward()", edit)
