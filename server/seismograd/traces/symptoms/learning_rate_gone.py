"""Schedules that end too soon."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.learning_rates import learning_rates
from seismograd.traces.symptom import Symptom, SymptomDetector

GONE = 1e-3
"""Of its largest value: schedules that end there spend their last steps below it, not a third."""
SHARE = 1 / 3
FEWEST = 10
"""Steps."""


class LearningRateGone(SymptomDetector):
    """The learning rate falls to nothing long before the end.

    ## When it is reported
    The learning rate is below {GONE:g} of its largest value for {SHARE:.0%} of the run or more.

    ## Why is this bad?
    The training stands still from there on, and the time is spent for nothing.

    ## How to fix
    - Fit the schedule to the length of the training: `T_max`, `total_steps` and `step_size` count
      calls of `scheduler.step()`.
    - Call `scheduler.step()` once an epoch where the schedule counts epochs, not once a batch.
    - Give the schedule a lowest rate (`eta_min`, `min_lr`, `alpha` in Keras).
    """

    name = "learning-rate-gone"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for optimiser in history.optimisers:
            rates = learning_rates(history, optimiser)
            largest = max((rate for _, rate in rates), default=0.0)
            gone = _gone_since(rates, GONE * largest)
            steps = history.step_count
            if gone is None or steps < FEWEST or steps - gone < SHARE * steps:
                continue
            schedule = next(iter(history.schedulers), None)
            yield self.symptom(
                f"The learning rate has fallen from {largest:.2g} to {rates[-1][1]:.2g} and is "
                f"below a thousandth of it from step {gone} on.",
                step=gone,
                place=schedule.built if schedule else optimiser.built,
                largest=largest,
                last=rates[-1][1],
            )


def _gone_since(rates: list[tuple[int, float]], bound: float) -> int | None:
    """The first step from which on all are below."""
    gone = None
    for step, rate in reversed(rates):
        if rate >= bound:
            break
        gone = step
    return gone
