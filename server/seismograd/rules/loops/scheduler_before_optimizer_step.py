from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.loops._schedulers import steps_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call


class SchedulerBeforeOptimizerStep(Rule):
    """
    ## What it does
    Finds a learning-rate scheduler that is stepped before the optimiser: earlier in the same
    round, or at the start of an epoch before its batches.

    ## Why is this bad?
    The first value of the schedule is skipped, and the whole schedule is one step ahead. Since
    PyTorch 1.1 the scheduler belongs after the optimiser; PyTorch warns at run time.

    ## Example
    ```python
    for epoch in range(epochs):
        scheduler.step()
        for x, y in loader:
            ...
            optimizer.step()
    ```

    ## How to fix
    ```python
    for epoch in range(epochs):
        for x, y in loader:
            ...
            optimizer.step()
        scheduler.step()
    ```

    ## When to ignore
    When the schedule was made to start one step late.

    ## References
    - PyTorch documentation, `torch.optim`, "How to adjust learning rate".
    """

    code = "SG206"
    name = "scheduler-before-optimizer-step"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.HLR,)
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            steps = one.of_kind("step")
            if one.loop is None or not steps:
                continue
            for scheduler in program.schedulers:
                found = steps_of(program, scheduler)
                early = [call for call in found if _is_early(one, call, steps[0].call)]
                if early and all(call.index <= steps[0].call.index for call in found):
                    yield self._finding(early[0], steps[0].call)

    def _finding(self, early: Call, step: Call) -> Finding:
        return self.finding(
            early.place.span,
            "The scheduler is stepped before the optimiser: the first learning rate of the "
            "schedule is never used.",
            because="In each round scheduler.step() comes before the optimiser's step().",
            related=[Related(step.place.span, "the optimiser steps here")],
        )


def _is_early(one: Round, call: Call, step: Call) -> bool:
    loop = one.loop
    around = loop is not None and call.loop is not None and call.loop in (loop, loop.outer)
    plain = not call.positional and not call.keywords and not call.branches
    return around and plain and call.index < step.index
