"""Networks that are no better than a copy of their input."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.faults import Severity
from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import beginning, ending, finite, is_long

SQUARED = ("mse", "mseloss", "mse_loss", "mean_squared_error", "meansquarederror")
ABSOLUTE = ("l1loss", "l1_loss", "mae", "mean_absolute_error", "meanabsoluteerror")
NO_BETTER = 0.97
"""Of the loss of the copy: noise of the last stretch stays within it."""
FEWEST_EXAMPLES = 64
SENSIBLE = 0.5
"""Of the variance of the targets: what is further away says little about them."""
AT_FIRST = 4.0
"""Times the loss of an answer of zero, which new networks are near to. A loss that begins higher
may be a sum over the batch, which no mean can be compared with."""


class CopiedInput(SymptomDetector):
    """The network is no better than an answer that repeats the input.

    ## When it is reported
    The training loss, a squared or an absolute error, ends at {NO_BETTER:.0%} or more of that of a
    copy: of the last value of the window in a forecast ("tomorrow is like today"), of the input
    itself where inputs and targets have the same shape, as for the removal of noise. The squared
    error of the copy is at most {SENSIBLE:.0%} of the variance of the targets, and
    {FEWEST_EXAMPLES} examples are needed. Where the target is the input itself, a copy is perfect,
    and nothing is said.

    ## Why is this bad?
    The forecast may follow the series in a plot and yet know nothing about what comes next.

    ## How to fix
    Nothing, where nothing better exists: no forecast of a random walk beats a copy, and an
    autoencoder with a narrow code may lose more than a little noise. Otherwise train for longer,
    or let the network predict the difference from the last value, and compare every result with
    that of the copy.
    """

    name = "no-better-than-copying"
    severity = Severity.INFO
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        kinds = {(one.type or "").lower() for one in history.loss_functions}
        if not is_long(losses) or len(kinds) != 1 or len(history.optimisers) > 1:
            return
        copy = _copy(kinds.pop(), training_data(history), median(beginning(losses)))
        last = median(ending(losses))
        if copy is not None and last >= NO_BETTER * copy:
            yield self.symptom(
                f"The training loss ends at {last:.4g}; a copy of the input (of its last value, in "
                f"a forecast) has {copy:.4g}.",
                loss=last,
                copy=copy,
            )


def _copy(kind: str, data: Data | None, first: float) -> float | None:
    """The loss of the copy; None where it is no sensible answer, or cannot be compared."""
    if data is None or (data.examples or 0) < FEWEST_EXAMPLES or len(data.targets) != 1:
        return None
    mean, std = data.targets[0].mean, data.targets[0].std
    squared, absolute = (data.copied.get(name) for name in ("squared", "absolute"))
    if mean is None or std is None or not squared or squared > SENSIBLE * std**2:
        return None
    if kind in SQUARED and first <= AT_FIRST * (mean**2 + std**2):
        return squared
    is_mean = kind in ABSOLUTE and first <= AT_FIRST * (abs(mean) + std)
    return absolute if is_mean else None
