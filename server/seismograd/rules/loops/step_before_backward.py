from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import (
    is_scaler_step,
    optimiser_text,
    optimiser_value,
)
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import (
    enclosing_statement,
    insert_after,
    remove_statement,
    source_of,
)


class StepBeforeBackward(Rule):
    """
    ## What it does
    Finds a training loop in which the optimiser steps before `backward()` is called in the round.

    ## Why is this bad?
    The step uses what the round before left: nothing in the first round, and gradients of an old
    batch afterwards. Where `zero_grad()` comes first as well, every step uses zeros and nothing is
    learned at all.

    ## Example
    ```python
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        optimizer.step()
        loss.backward()
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
    When a delayed update is wanted, as in some distributed schemes.

    ## References
    - PyTorch documentation, "Optimizing Model Parameters".
    """

    code = "SG205"
    name = "step-before-backward"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            steps, backwards = one.of_kind("step"), one.of_kind("backward")
            if one.loop is None or not steps or not _is_plain(one, steps):
                continue
            early = all(s.call.index < b.call.index for s in steps for b in backwards)
            if early and all(one.conditions.alike(steps[0].call, b.call) for b in backwards):
                yield self._finding(one, steps[0], backwards[0])

    def _finding(self, one: Round, step: Step, backward: Step) -> Finding:
        name = optimiser_text(step) or "the optimiser"
        zeros = [z for z in one.of_kind("zero_grad") if z.call.index < step.call.index]
        effect = (
            "every step uses emptied gradients and nothing is learned."
            if zeros
            else "each step uses the gradients of the batch before."
        )
        return self.finding(
            step.place.span,
            f"{name} steps before backward() in each round: {effect}",
            because="In every round the step comes first and backward() follows.",
            related=[Related(backward.place.span, "the gradients are computed here")],
            fixes=_fixes(one, step),
        )


def _is_plain(one: Round, steps: list[Step]) -> bool:
    """One optimiser, stepped once a round, without a closure."""
    alone = len({id(optimiser_value(step)) for step in steps}) == 1
    closure = any(step.call.positional and step.call.method == "step"
                  and not step.call.path.startswith("torch.amp") for step in steps)  # fmt: skip
    return alone and not closure and not one.of_kind("unknown_step")


def _fixes(one: Round, step: Step) -> list[Fix]:
    """Where a step is a statement of its own, and the gradients are made in one place."""
    steps, backwards = one.of_kind("step"), one.of_kind("backward")
    statement = enclosing_statement(step.place)
    is_alone = isinstance(statement, ast.Expr) and statement.value is step.place.node
    if len(steps) != 1 or len(backwards) != 1 or not is_alone or is_scaler_step(step.call):
        return []
    clips = [clip for clip in one.of_kind("clip") if clip.call.index > backwards[0].call.index]
    last = clips[-1] if clips else backwards[0]
    if last.call.function is not step.call.function:
        return []
    if one.between(backwards[0].call, last.call, "zero_grad"):
        return []
    edits = remove_statement(step.place), insert_after(last.place, source_of(step.place))
    if edits[0] is None or edits[1] is None:
        return []
    return [Fix("Move step() after backward()", Safety.UNSAFE, (edits[0], edits[1]))]
