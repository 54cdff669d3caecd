from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import (
    is_scaler_step,
    optimiser_text,
    optimiser_value,
)
from seismograd.rules.loops._round import (
    CLEARING,
    Round,
    clears_gradients,
    is_known_optimiser,
    rounds,
)
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.branching import is_repeated
from seismograd.source.evaluate.calls import Call
from seismograd.source.rewrite import insert_after, insert_before


class MissingZeroGrad(Rule):
    """
    ## What it does
    Finds a training loop that calls `backward()` and steps the optimiser in every round, or
    after some rounds, but never empties the gradients in between.

    ## Why is this bad?
    PyTorch adds new gradients to the old ones. Without `zero_grad()` each step follows the sum of
    all gradients since the start: steps grow, point to where the loss was long ago, and training
    diverges or wanders.

    ## Example
    ```python
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    ```

    ## How to fix
    ```python
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    ```

    ## When to ignore
    When gradients are emptied where this rule cannot see it, for example in a hook.

    ## References
    - PyTorch documentation of `torch.optim.Optimizer.zero_grad` and the tutorial "Zeroing out
      gradients in PyTorch".
    """

    code = "SG201"
    name = "missing-zero-grad"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            if one.loop is None or one.clears_gradients():
                continue
            for backward, step in _pairs(program, one):
                if _updates_alone(one, step):
                    yield self._finding(program, one, backward, step)
                    break

    def _finding(self, program: Program, one: Round, backward: Step, step: Step) -> Finding:
        name = optimiser_text(step) or "the optimiser"
        outside = _emptied_outside(program, one, backward)
        when = "is called only outside this loop" if outside else "is never called"
        often = "each round" if _in_step(one, backward, step) else "after some rounds"
        return self.finding(
            backward.place.span,
            f"Gradients are added up from round to round: {name} steps {often}, but "
            f"zero_grad() {when}.",
            because=f"The loop calls backward() each round and {name}.step() {often}; "
            f"zero_grad() {when}.",
            related=[Related(step.place.span, "the step that uses the sum of all gradients"),
                     *(Related(c.place.span, "emptied here only") for c in outside[:1])],
            fixes=_fixes(one, backward, step),
            severity=None if is_known_optimiser(program, optimiser_value(step))
            else Severity.WARNING,
        )  # fmt: skip


def _pairs(program: Program, one: Round) -> Iterator[tuple[Step, ...]]:
    """Gradients and the steps that use them: in the same rounds, or some rounds later."""
    yield from one.together("backward", "step")
    for backward in one.of_kind("backward"):
        if one.conditions.always(backward.call) and not _is_ever_emptied(program, backward):
            later = [s for s in one.of_kind("step") if s.call.index > backward.call.index
                     and is_known_optimiser(program, optimiser_value(s))]  # fmt: skip
            yield from ((backward, step) for step in later)


def _in_step(one: Round, backward: Step, step: Step) -> bool:
    return one.conditions.alike(backward.call, step.call)


def _is_ever_emptied(program: Program, backward: Step) -> bool:
    return any(
        clears_gradients(call)
        for call in program.index.named(*CLEARING)
        if call.interpreter is backward.call.interpreter
    )


def _updates_alone(one: Round, step: Step) -> bool:
    """Whether a step is a plain one: no closure, and nothing else handles the optimiser."""
    has_closure = not is_scaler_step(step.call) and (step.call.positional or step.call.keywords)
    return not has_closure and not step.call.open and not one.hands_on(optimiser_value(step))


def _emptied_outside(program: Program, one: Round, backward: Step) -> list[Call]:
    """What empties gradients around the loop; other runs have loops and optimisers of their own."""
    return [
        call
        for call in program.index.named(*CLEARING)
        if call.interpreter is backward.call.interpreter
        and clears_gradients(call)
        and is_repeated(one.loop, call.loop)
    ]


def _fixes(one: Round, backward: Step, step: Step) -> list[Fix]:
    name = optimiser_text(step)
    if name is None or backward.call.function is not step.call.function:
        return []
    line = f"{name}.zero_grad()"
    # Gradients that are added up over several rounds are done with after the step.
    edit = (
        insert_before(backward.place, line)
        if _in_step(one, backward, step)
        else insert_after(step.place, line)
    )
    return safe_fix(f"Insert {name}.zero_grad()", edit)
