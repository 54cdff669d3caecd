from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program, Scheduler
from seismograd.rules.loops._schedulers import steps_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call


class PlateauSchedulerWithoutMetric(Rule):
    """
    ## What it does
    Finds `step()` of a `ReduceLROnPlateau` without the value it should watch.

    ## Why is this bad?
    This scheduler lowers the learning rate when a metric stops improving, and needs that metric:
    `step()` without it raises a TypeError.

    ## Example
    ```python
    scheduler = ReduceLROnPlateau(optimizer, patience=5)
    ...
    scheduler.step()
    ```

    ## How to fix
    ```python
    scheduler.step(validation_loss)
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.optim.lr_scheduler.ReduceLROnPlateau`.
    """

    code = "SG226"
    name = "plateau-scheduler-without-metric"
    fault_type = FaultType.API
    alternatives = (FaultType.LOOP,)
    severity = Severity.ERROR
    confidence = 0.98

    def check(self, program: Program) -> Iterator[Finding]:
        for scheduler in program.schedulers:
            if scheduler.kind != "reducelronplateau":
                continue
            for call in steps_of(program, scheduler):
                if _is_bare(call):
                    yield self._finding(call, scheduler)

    def _finding(self, call: Call, scheduler: Scheduler) -> Finding:
        return self.finding(
            call.place.span,
            "ReduceLROnPlateau.step() needs the metric to watch; without it this raises a "
            "TypeError.",
            because="step() is called without arguments.",
            related=[Related(scheduler.place.span, "the scheduler that watches a metric")],
        )


def _is_bare(call: Call) -> bool:
    return not call.positional and not call.keywords and not call.open
