from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.escapes import passes
from seismograd.program.model import Program, Scheduler
from seismograd.rules.loops._round import optimiser_value, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call


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

    def check(self, program: Program) -> Iterator[Finding]:
        stepped = [optimiser_value(step) for one in rounds(program) for step in one.of_kind("step")]
        for scheduler in program.schedulers:
            optimiser = scheduler.optimiser
            if optimiser is None or not any(optimiser.value is value for value in stepped):
                continue
            if program.complete and not any(_may_step(c, scheduler) for c in program.calls):
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


def _may_step(call: Call, scheduler: Scheduler) -> bool:
    if call.receiver is scheduler.value:
        return call.method in ("step", "__call__")
    if call.method == "step" and call.path.startswith("?"):
        return True
    return call.path != "operator.setattr" and passes(call, scheduler.value)
