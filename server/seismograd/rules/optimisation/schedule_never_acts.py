from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program, Scheduler
from seismograd.program.settings import Setting, setting
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Sequence, number


class ScheduleNeverActs(Rule):
    """
    ## What it does
    Looks at the settings of a learning-rate schedule against the number of epochs: a first drop
    that lies beyond the last epoch, a factor of 1 that changes nothing or above 1 that raises the
    rate, a factor of 0 that ends training, a cosine that turns up again before the end, a
    polynomial decay that reaches zero long before the end.

    ## Why is this bad?
    The rate is not what the program seems to say: it stays constant, explodes, or sits at zero
    while epochs go by.

    ## Example
    ```python
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=30, gamma=0.1)
    for epoch in range(20):
        ...
        scheduler.step()
    ```

    ## How to fix
    ```python
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7, gamma=0.1)
    ```

    ## When to ignore
    Schedules that are stepped more than once an epoch (the rule is silent where it sees that), or
    runs that are continued later.

    ## References
    - PyTorch documentation of `torch.optim.lr_scheduler`
    """

    code = "SG507"
    name = "schedule-never-acts"
    fault_type = FaultType.HLR
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for scheduler in program.schedulers:
            problem = _factor_problem(scheduler) or self._length_problem(program, scheduler)
            if problem is not None:
                setting_, message, severity = problem
                yield self.finding(
                    setting_.source.span,
                    message,
                    because=f"From the settings of {scheduler.call.method}.",
                    severity=severity,
                )

    def _length_problem(
        self, program: Program, scheduler: Scheduler
    ) -> tuple[Setting, str, Severity] | None:
        epochs = _epochs_stepped(program, scheduler)
        return None if epochs is None else _length_problem(scheduler, epochs)


def _factor_problem(scheduler: Scheduler) -> tuple[Setting, str, Severity] | None:
    positions = {"steplr": 2, "multisteplr": 2, "exponentiallr": 1}
    if scheduler.kind not in positions:
        return None
    gamma = setting(scheduler.call, positions[scheduler.kind], "gamma", 0.1)
    value = gamma.number
    if value is None or gamma.is_default or 0 < value < 1:
        return None
    if value == 1:
        return gamma, "A factor of 1 never changes the learning rate.", Severity.WARNING
    if value > 1:
        return (
            gamma,
            f"A factor of {value:g} raises the learning rate at each drop.",
            Severity.ERROR,
        )
    return gamma, f"A factor of {value:g} ends learning at the first drop.", Severity.ERROR


def _epochs_stepped(program: Program, scheduler: Scheduler) -> int | None:
    """The number of epochs of the one loop in which a schedule is stepped once an epoch."""
    stepping = [call for call in program.index.on(scheduler.value) if call.method == "step"]
    if len(stepping) != 1 or stepping[0].branches:
        return None
    for loop in program.loops:
        outer = loop.loop.outer if loop.loop is not None else None
        per_epoch = outer is not None and stepping[0].loop is outer and outer.outer is None
        if per_epoch and loop.epochs is not None:
            return loop.epochs.integer
    return None


def _length_problem(scheduler: Scheduler, epochs: int) -> tuple[Setting, str, Severity] | None:
    call = scheduler.call
    if scheduler.kind == "steplr":
        size = setting(call, 1, "step_size")
        if size.integer is not None and size.integer >= epochs:
            return size, _never(size.integer, epochs), Severity.WARNING
    if scheduler.kind == "multisteplr":
        return _milestones(setting(call, 1, "milestones"), epochs)
    if scheduler.kind == "cosineannealinglr":
        length = setting(call, 1, "T_max")
        if length.integer is not None and length.integer < epochs - 1:
            message = (f"The cosine ends after {length.integer} of {epochs} epochs and then raises "
                       "the learning rate again.")  # fmt: skip
            return length, message, Severity.WARNING
    if scheduler.kind == "polynomiallr":
        length = setting(call, 1, "total_iters", 5)
        if length.integer is not None and length.integer < 0.8 * epochs:
            message = f"The learning rate is zero after {length.integer} of {epochs} epochs."
            return length, message, Severity.WARNING
    return None


def _never(first: float, epochs: int) -> str:
    return f"The first drop would come after {first:g} epochs, but training has only {epochs}."


def _milestones(given: Setting, epochs: int) -> tuple[Setting, str, Severity] | None:
    if not isinstance(given.value, Sequence) or given.value.open or not given.value.items:
        return None
    marks = [number(item) for item in given.value.items]
    known = [mark for mark in marks if mark is not None]
    if len(known) == len(marks) and min(known) >= epochs:
        return given, _never(min(known), epochs), Severity.WARNING
    return None
