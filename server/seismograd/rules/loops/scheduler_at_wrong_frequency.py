from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.loops import unwrapped
from seismograd.program.model import Program, Scheduler
from seismograd.program.settings import setting
from seismograd.program.unknown_names import name_of
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.loops._schedulers import steps_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Sequence, Value, number

SMALL_STEP = 50
FAST_DECAY = 0.98
_LOADER_NAME = re.compile(r"load|batch|train|data|iter|(^|_)d[ls]$", re.IGNORECASE)


class SchedulerAtWrongFrequency(Rule):
    """
    ## What it does
    Finds a scheduler whose settings are counted in batches but which is stepped once an epoch
    (`OneCycleLR` with `steps_per_epoch`), or whose settings are counted in epochs but which is
    stepped once a batch (`StepLR` with a small `step_size`, `ExponentialLR` with a strong decay,
    `MultiStepLR` or `CosineAnnealingLR` whose length is the number of epochs).

    ## Why is this bad?
    Stepped too rarely, a warm-up never ends and the learning rate stays near its start. Stepped
    too often, the learning rate falls to nothing within the first epoch and training stops there.

    ## Example
    ```python
    scheduler = StepLR(optimizer, step_size=10, gamma=0.1)
    for epoch in range(90):
        for x, y in loader:
            ...
            optimizer.step()
            scheduler.step()
    ```

    ## How to fix
    Step the scheduler where its settings are counted: here once an epoch, after the batches.

    ## When to ignore
    When the loader yields only a few batches an epoch.

    ## References
    - PyTorch documentation of `torch.optim.lr_scheduler.OneCycleLR`: "step should be called after
      a batch has been used for training".
    """

    code = "SG207"
    name = "scheduler-at-wrong-frequency"
    fault_type = FaultType.HLR
    alternatives = (FaultType.LOOP,)
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            if not _goes_over_batches(one):
                continue
            for scheduler in program.schedulers:
                for call in _plain_steps(program, scheduler):
                    message = _complaint(one, scheduler, call)
                    if message is not None:
                        yield self._finding(scheduler, call, *message)

    def _finding(self, scheduler: Scheduler, call: Call, message: str, because: str) -> Finding:
        return self.finding(
            call.place.span,
            message,
            because=because,
            related=[Related(scheduler.place.span, "the settings of the schedule")],
        )


def _goes_over_batches(one: Round) -> bool:
    """Whether a round is a batch of one of several epochs, by what the loops go over."""
    if one.loop is None or one.loop.outer is None:
        return False
    if one.training.loader is not None:
        return True
    named = _LOADER_NAME.search(name_of(unwrapped(one.loop.iterable)))
    return named is not None and one.training.epochs is not None


def _plain_steps(program: Program, scheduler: Scheduler) -> list[Call]:
    calls = steps_of(program, scheduler)
    return calls if len(calls) == 1 and not calls[0].positional and not calls[0].branches else []


def _complaint(one: Round, scheduler: Scheduler, call: Call) -> tuple[str, str] | None:
    if call.loop is one.loop:
        return _too_often(one, scheduler)
    if one.loop is not None and call.loop is one.loop.outer:
        return _too_rarely(scheduler)
    return None


def _too_rarely(scheduler: Scheduler) -> tuple[str, str] | None:
    if scheduler.kind != "onecyclelr" or "steps_per_epoch" not in scheduler.call.keywords:
        return None
    return (
        "OneCycleLR is stepped once an epoch, but it was told how many batches an epoch has: "
        "the warm-up never ends.",
        "steps_per_epoch is given, and step() stands outside the loop over batches.",
    )


def _too_often(one: Round, scheduler: Scheduler) -> tuple[str, str] | None:
    because = "step() stands in the loop over batches."
    decay = setting(scheduler.call, 2 if scheduler.kind != "exponentiallr" else 1, "gamma", 0.1)
    if scheduler.kind == "steplr":
        size = setting(scheduler.call, 1, "step_size").integer
        if size is not None and size <= SMALL_STEP and (decay.number or 1) <= 0.5:
            return (f"StepLR is stepped after every batch: the learning rate is multiplied by "
                    f"{decay.number} every {size} batches and soon nothing.", because)  # fmt: skip
    if scheduler.kind == "exponentiallr" and (decay.number or 1) <= FAST_DECAY:
        return (f"ExponentialLR is stepped after every batch: the learning rate is multiplied by "
                f"{decay.number} each time and soon nothing.", because)  # fmt: skip
    if _counts_epochs(one, scheduler):
        return (f"The length of {scheduler.call.path.rpartition('.')[2]} is given in epochs, but "
                "it is stepped after every batch.", because)  # fmt: skip
    return None


def _counts_epochs(one: Round, scheduler: Scheduler) -> bool:
    """Whether the length of a schedule is the number of epochs, or its milestones lie in it."""
    epochs = None if one.training.epochs is None else one.training.epochs.value
    if scheduler.kind == "cosineannealinglr":
        return _is_same(scheduler.call.value(1, "T_max"), epochs)
    marks = scheduler.call.value(1, "milestones")
    if scheduler.kind == "multisteplr" and isinstance(marks, Sequence) and not marks.open:
        last = max((number(item) or 0 for item in marks.items), default=0)
        return 0 < last <= (number(epochs) or 0)
    return False


def _is_same(left: Value | None, right: Value | None) -> bool:
    if left is None or right is None:
        return False
    same = isinstance(left, Const) and isinstance(right, Const) and left.place == right.place
    return left is right or (same and left.place is not None)
