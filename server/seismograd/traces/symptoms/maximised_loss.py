"""Steps that make the loss larger."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector


class MaximisedLoss(SymptomDetector):
    """A loss function of the framework is made larger, step by step.

    ## When it is reported
    In the first backward passes, what is differentiated falls as every loss function of the
    framework in it rises, or the optimiser is told to maximise what it is given. Only where one
    optimiser trains the layers of a network: networks that play against each other, and inputs that
    are made to fool one, are meant to do so.

    ## Why is this bad?
    The network learns to be wrong. The printed loss falls, and looks like success.

    ## How to fix
    Take away the minus sign, or `maximize=True`.
    """

    name = "maximised-loss"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if len(history.optimisers) != 1 or not history.optimisers[0].layers:
            return
        (optimiser,) = history.optimisers
        climbs = any(group.get("maximize") is True for group in optimiser.groups)
        told = history.maximised_losses
        functions = [one for one in history.loss_functions if one.function]
        if told and not climbs:
            yield self.symptom(
                "Each step makes the loss function larger: its sign is turned around.",
                step=0,
                place=told[0].place,
            )
        elif climbs and functions and not told:
            yield self.symptom(
                f"{optimiser.type or 'The optimiser'} is told to make the loss larger.",
                step=0,
                place=optimiser.built or optimiser.called,
            )
