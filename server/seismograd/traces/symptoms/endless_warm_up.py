"""Learning rates that only begin to rise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


class EndlessWarmUp(SymptomDetector):
    """The learning rate rises evenly from the first step to the last.

    ## When it is reported
    In a run of {FEWEST} steps or more the learning rate never falls, ends at more than {RISE:g}
    times what it was, and has about half of that in the middle.

    ## Why is this bad?
    The warm-up is longer than the training: the rate that was meant is never reached.

    ## How to fix
    Count the steps of the warm-up in the same unit as the schedule does (batches or epochs), and
    keep it to a few percent of the training.
    """

    name = "endless-warm-up"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if history.end is None or len(history.optimisers) != 1 or history.step_count < FEWEST:
            return
        rates = learning_rates(history, history.optimisers[0])
        if len(rates) >= READINGS and _rises(rates, history.step_count):
            schedule = next(iter(history.schedulers), None)
            yield self.symptom(
                f"The learning rate rises up to the last step, from {rates[0][1]:.2g} to "
                f"{rates[-1][1]:.2g}.",
                step=0,
                place=schedule.built if schedule else history.optimisers[0].built,
                last=rates[-1][1],
            )


def _rises(rates: Sequence[tuple[int, float]], steps: int) -> bool:
    values = [rate for _, rate in rates]
    last_step, last = rates[-1]
    if values != sorted(values) or not last > RISE * values[0] or last_step < steps / 2:
        return False
    middle = min(rates, key=lambda one: abs(one[0] - last_step / 2))
    expected = middle[1] * last_step / max(2 * middle[0], 1)
    return EVEN[0] * last <= expected <= EVEN[1] * last
