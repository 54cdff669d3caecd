from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program, Scheduler
from seismograd.program.torch.stepped_optimiser import optimiser_value
from seismograd.rules.loops._round import rounds
from seismograd.rules.rule import Rule


class SchedulerNeverStepped(Rule):
    """
    ## What it does
    Finds a learning-rate scheduler that is built for an optimiser which is stepped, but which is
    itself never stepped.

    ## Why is this bad?
    The schedule never moves. With warm-up or one-cycle schedules the learning rate stays at its
    very small start; with decay it stays high.

    ## Example
    ```python
    scheduler = CosineAnnealingLR(optimizer, T_max=100)
    for epoch in range(100):
        for x, y in loader:
            ...
            optimizer.step()
    ```

    ## How to fix
    ```python
    for epoch in range(100):
        for x, y in loader:
            ...
            optimizer.step()
        scheduler.step()
    ```

    ## When to ignore
    When other code steps it.

    ## References
    - PyTorch documentation, `torch.optim`, "How to adjust learning rate".
    """

    code = "SG222"
    name = "scheduler-never-stepped"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.HLR,)
    severity = Severity.WARNING
    confidence = 0.9
    about_absence = True
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        if not program.complete or not program.schedulers or _has_unknown_step(program):
            return
        steps = (step for one in rounds(program) for step in one.of_kind("step"))
        stepped = {id(optimiser_value(step)) for step in steps}
        for scheduler in program.schedulers:
            optimiser = scheduler.optimiser
            if optimiser is None or id(optimiser.value) not in stepped:
                continue
            if not _may_be_stepped(program, scheduler):
                yield self._finding(scheduler)

    def _finding(self, scheduler: Scheduler) -> Finding:
        name = scheduler.call.path.rpartition(".")[2]
        optimiser = scheduler.optimiser
        assert optimiser is not None
        return self.finding(
            scheduler.place.span,
            f"This {name} is never stepped: the learning rate stays where the schedule starts.",
            because="The optimiser is stepped in a training loop; no call steps the scheduler.",
            related=[Related(optimiser.place.span, "the optimiser it belongs to")],
        )


def _has_unknown_step(program: Program) -> bool:
    """Whether something is stepped that may be any scheduler."""
    return any(call.path.startswith("?") for call in program.index.named("step"))


def _may_be_stepped(program: Program, scheduler: Scheduler) -> bool:
    called = program.index.on(scheduler.value)
    if any(call.method in ("step", "__call__") for call in called):
        return True
    return any(
        call.receiver is not scheduler.value and call.path != "operator.setattr"
        for call in program.index.given(scheduler.value)
    )
