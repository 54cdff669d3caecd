"""Optimisers whose parameters are of no network that is called."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Optimiser
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.windows import finite

FEWEST = 2
"""Measured steps that change nothing."""


class ForeignParameters(SymptomDetector):
    """An optimiser is given parameters that no network uses.

    ## When it is reported
    None of the parameters of an optimiser is of a network that was called, and in all measured
    steps, {FEWEST} or more, nothing changes.

    ## Why is this bad?
    The network that computes the loss keeps its first weights; the steps are made for another one.

    ## How to fix
    Give the optimiser `model.parameters()` of the very network that is trained. Build it after the
    network is complete: copies (`copy.deepcopy`), layers that are exchanged, and networks that are
    built again have parameters of their own.
    """

    name = "foreign-parameters"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for optimiser in history.optimisers:
            if trains_nothing_called(history, optimiser):
                yield self.symptom(
                    f"{optimiser.type or 'The optimiser'} steps, and changes nothing: its "
                    "parameters are of no network that is called.",
                    step=0,
                    place=optimiser.built or optimiser.called,
                )


def trains_nothing_called(history: RunHistory, optimiser: Optimiser) -> bool:
    mine = [one for one in history.steps if one.optimiser in (None, optimiser.optimiser)]
    ratios = finite(one.update_ratio for one in mine)
    is_foreign = not optimiser.layers and bool(optimiser.unknown_parameters)
    return is_foreign and len(ratios) >= FEWEST and not any(ratios)
