"""Learning rates where a factor is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import ScheduleEnd
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 50
"""Steps."""
USUAL = 0.05
"""No rate is larger that is given to be used as it is; schedules that compute all of the rate are
given 1, or something near it."""
SMALL = 0.05
"""Of the rate of the optimiser: a factor that means something comes to 1."""


class RateAsFactor(SymptomDetector):
    """The function of `LambdaLR` returns a learning rate, where it is asked for a factor.

    ## When it is reported
    The optimiser is given a learning rate of {USUAL:g} or less, and the factor that the function
    returns is never above {SMALL:g}, in a run of {FEWEST} steps or more.

    ## Why is this bad?
    `LambdaLR` multiplies the learning rate of the optimiser by what the function returns. Where
    that is a rate too, the product is about its square, and the network hardly learns.

    ## How to fix
    Let the function return 1 where the rate of the optimiser is meant, or give the optimiser a
    learning rate of 1.
    """

    name = "rate-as-factor"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.end is None or history.step_count < FEWEST:
            return
        schedules = {one.scheduler: one for one in history.schedulers}
        for one in history.schedule_ends:
            schedule = schedules.get(one.scheduler)
            if schedule is not None and schedule.type == "LambdaLR" and _is_small(one):
                yield self.symptom(
                    f"LambdaLR multiplies the learning rate {one.meant:.2g} by "
                    f"{one.largest:.2g} at most.",
                    step=0,
                    place=one.place or schedule.built,
                    factor=one.largest or 0.0,
                )


def _is_small(one: ScheduleEnd) -> bool:
    if one.meant is None or one.largest is None:
        return False
    return one.meant <= USUAL and 0 < one.largest <= SMALL
