"""A training loss that is flat or grows."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.moving_targets import learns_from_copy
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import (
    beginning,
    ending,
    finite,
    is_long,
    p_of_decrease,
    thinned,
)

CHANCE = 0.01
"""Of a fall that is none: below it the loss has fallen."""
FLAT = 0.02
"""Of the loss at first: a fall that is significant and smaller than that is still none."""
NOTHING_LEFT = 1e-3
"""A loss of nearly zero from the beginning has no way to go."""
DIVERGED = 2.0
"""Times its lowest stretch (TheDeepChecker)."""


class LossFlat(SymptomDetector):
    """The training loss does not fall.

    ## When it is reported
    The last tenth of the training loss is not lower than its first tenth: what falls may be chance
    (Mann-Whitney, p of {CHANCE:g} or more), or is {FLAT:.0%} of the loss at first or less. Losses
    below {NOTHING_LEFT:g} from the beginning, and trainings with several optimisers, are left out.

    ## Why is this bad?
    The network learns nothing. Steps may be too short, gradients may not reach the weights, or
    inputs and labels may have nothing to do with each other.

    ## How to fix
    Try to fit a single batch. Where that works, look at the data and the labels; where it does not,
    at the learning rate, the loss, the loop and the last layer. `seismograd diagnose` makes these
    experiments.
    """

    name = "loss-flat"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = _losses(history)
        if losses is None:
            return
        first, last = median(beginning(losses)), median(ending(losses))
        chance = p_of_decrease(thinned(beginning(losses)), thinned(ending(losses)))
        has_fallen = chance < CHANCE and first - last > FLAT * abs(first)
        if has_fallen or abs(first) < NOTHING_LEFT or last > DIVERGED * abs(first):
            return
        yield self.symptom(
            f"The training loss does not fall: {first:.4g} at first, {last:.4g} at the end.",
            step=0,
            first=first,
            last=last,
            p=chance,
        )


class LossDiverges(SymptomDetector):
    """The training loss grows.

    ## When it is reported
    At the end, the training loss is more than {DIVERGED:g} times its lowest stretch and more than
    {DIVERGED:g} times its beginning.

    ## Why is this bad?
    Steps make the network worse. Left alone, the loss often ends as NaN.

    ## How to fix
    - Divide the learning rate by ten.
    - Scale inputs and targets.
    - Check that gradients are set to zero before each step, and that the loss has the right sign.
    """

    name = "loss-diverges"
    severity = Severity.ERROR
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = _losses(history)
        if losses is None or len(losses) < len(history.data_losses):
            return  # where it is NaN in the end, that says more
        width = len(beginning(losses))
        stretches = [median(losses[at : at + width]) for at in range(0, len(losses), width)]
        first, lowest, last = stretches[0], min(stretches), median(ending(losses))
        if lowest > 0 and last > DIVERGED * lowest and last > DIVERGED * first:
            yield self.symptom(
                f"The training loss grows: from {first:.4g} to {last:.4g}.",
                step=width * stretches.index(lowest),
                first=first,
                lowest=lowest,
                last=last,
            )


def _losses(history: RunHistory) -> list[float] | None:
    """Of one optimiser: where several take turns, their losses play against each other."""
    losses = finite(point.value for point in history.data_losses)
    can_be_judged = len(history.optimisers) <= 1 and not learns_from_copy(history)
    return losses if is_long(losses) and can_be_judged else None
