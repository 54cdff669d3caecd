"""Learning rates that only begin to rise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seismograd.traces.events import Place, ScheduleEnd, Scheduler
from seismograd.traces.history import RunHistory
from seismograd.traces.learning_rates import learning_rates
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 50
"""Steps."""
READINGS = 5
RISE = 10.0
"""Times the first rate."""
EVEN = (0.35, 0.65)
"""Of the last rate, in the middle: a search for the best rate multiplies it instead."""
HARDLY = 0.2
"""Of the calls that a schedule was made for: nobody stops a training there on purpose."""
LOW = 0.4
"""Of the rate that it rises to."""


class EndlessWarmUp(SymptomDetector):
    """The learning rate rises evenly from the first step to the last.

    ## When it is reported
    In a run of {FEWEST} steps or more the learning rate never falls, ends at more than {RISE:g}
    times what it was, and has about half of that in the middle. Or a `OneCycleLR` or `LinearLR`
    ends after {HARDLY:.0%} of its length or less, and below {LOW:.0%} of the rate it rises to.

    ## Why is this bad?
    The warm-up is longer than the training: the rate that was meant is never reached.

    ## How to fix
    Count the steps of the warm-up in the same unit as the schedule does (batches or epochs), and
    keep it to a few percent of the training. Call `scheduler.step()` after each batch where its
    length (`total_steps`, `total_iters`) counts batches.
    """

    name = "endless-warm-up"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.end is None or history.step_count < FEWEST:
            return
        found = next(self._hardly_begun(history), None) or self._rising(history)
        if found is not None:
            yield found

    def _hardly_begun(self, history: RunHistory) -> Iterator[Symptom]:
        schedules = {one.scheduler: one for one in history.schedulers}
        for one in history.schedule_ends:
            if _is_hardly_begun(one):
                yield self.symptom(
                    f"The schedule is made for {one.length} calls of step() and gets "
                    f"{one.reached}: the learning rate ends at {(one.share or 0.0):.2g} of the "
                    f"{one.meant:.2g} that it rises to.",
                    step=0,
                    place=_to_mend(schedules.get(one.scheduler), one, history.step_count),
                    last=(one.share or 0.0) * (one.meant or 0.0),
                )

    def _rising(self, history: RunHistory) -> Symptom | None:
        if len(history.optimisers) != 1:
            return None
        rates = learning_rates(history, history.optimisers[0])
        if len(rates) < READINGS or not _rises(rates, history.step_count):
            return None
        schedule = next(iter(history.schedulers), None)
        return self.symptom(
            f"The learning rate rises up to the last step, from {rates[0][1]:.2g} to "
            f"{rates[-1][1]:.2g}.",
            step=0,
            place=schedule.built if schedule else history.optimisers[0].built,
            last=rates[-1][1],
        )


def _is_hardly_begun(one: ScheduleEnd) -> bool:
    if one.length is None or one.reached is None or one.share is None or one.largest is None:
        return False
    return one.reached <= HARDLY * one.length and one.share <= one.largest <= LOW


def _to_mend(schedule: Scheduler | None, end: ScheduleEnd, steps: int) -> Place | None:
    """Its call where that is rare, else what says how long it is."""
    if schedule is None:
        return None
    return schedule.called if 2 * (end.reached or 0) <= steps else schedule.built


def _rises(rates: Sequence[tuple[int, float]], steps: int) -> bool:
    values = [rate for _, rate in rates]
    last_step, last = rates[-1]
    if values != sorted(values) or not last > RISE * values[0] or last_step < steps / 2:
        return False
    middle = min(rates, key=lambda one: abs(one[0] - last_step / 2))
    expected = middle[1] * last_step / max(2 * middle[0], 1)
    return EVEN[0] * last <= expected <= EVEN[1] * last
