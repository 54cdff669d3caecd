"""How far a step moves the weights."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.foreign_parameters import trains_nothing_called
from seismograd.traces.windows import finite

TOO_LARGE = 0.1
TOO_SMALL = 1e-5
"""The change of a step over the weights. About 1e-3 is usual; TheDeepChecker calls more than 1e-1
too fast and less than 1e-4 too slow, which some good optimisers reach late in training."""
FEWEST = 8
"""Measured steps: one alone may be large by chance."""
FEWEST_SMALL = 4
"""On a busy machine a short run has few measured steps; that all of them are tiny is no chance."""
FIRST = 5
"""A rate that is far too large does its damage in the first steps, and little afterwards."""


class UpdateSize(SymptomDetector):
    """Steps change the weights far too much, or next to nothing.

    ## When it is reported
    Measured is how much one step changes the weights, relative to their size; about 0.001 is usual.
    It is more than {TOO_LARGE:g} in the first {FIRST} steps or in a quarter of the run
    (`updates-too-large`), or less than {TOO_SMALL:g} in all of them (`updates-too-small`).
    That needs {FEWEST} measured steps, or {FEWEST_SMALL} where they are small.

    ## Why is this bad?
    Large steps destroy what was learned before. Of small ones, it would take very many to get
    anywhere, and the smallest are lost in rounding.

    ## How to fix
    - `updates-too-large`: lower the learning rate, scale the inputs, clip gradients.
    - `updates-too-small`: raise the learning rate. For Adam, 0.001 is a good start; for SGD with
      momentum 0.01 to 0.1.
    """

    name = "update-size"
    names = ("updates-too-large", "updates-too-small")

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for optimiser in history.optimisers:
            mine = [one for one in history.steps if one.optimiser in (None, optimiser.optimiser)]
            known = [one for one in mine if one.update_ratio is not None]
            ratios = finite(one.update_ratio for one in known)
            if len(ratios) < FEWEST_SMALL or trains_nothing_called(history, optimiser):
                continue
            width = len(ratios) // 4
            windows = [(0, FIRST), *((at, width) for at in range(0, 4 * width, width))]
            sizes = {at: median(ratios[at : at + size]) for at, size in reversed(windows)}
            at, largest = max(sizes.items(), key=lambda item: item[1])
            if largest >= TOO_SMALL and (largest <= TOO_LARGE or len(ratios) < FEWEST):
                continue
            much, name = ("much", "large") if largest > TOO_LARGE else ("little", "small")
            yield self.symptom(
                f"A step of {optimiser.type or 'the optimiser'} changes the weights too {much}: "
                f"{largest:.1e} of their size.",
                name=f"updates-too-{name}",
                step=known[at].step,
                place=optimiser.built or optimiser.called,
                ratio=largest,
            )
