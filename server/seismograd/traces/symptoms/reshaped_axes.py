"""Reshapes in the place of transposes."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.weak_training import FEWEST_STEPS, WEAK, is_weak

MESSAGE = (
    "A reshape puts sizes into another order: axes are not swapped by it, their numbers are mixed."
)


class ReshapedAxes(SymptomDetector):
    """A reshape puts the sizes of a tensor into another order, as if it swapped its axes.

    ## When it is reported
    After the training, a batch was given again. A `view` or `reshape` of the script made a tensor
    with the same sizes in another order, the first one aside: (n, a, b) became (n, b, a). Nothing
    is said where it is reshaped back at once.

    Where one of the two axes is a multiple of the other, neighbours may be joined on purpose. Then
    nothing is said of up to four, and of more only if the training has {FEWEST_STEPS} steps or
    more, and more than {WEAK:.0%} of the loss at first is left, or the network is no better than a
    guess.

    ## Why is this bad?
    A reshape leaves the numbers in memory where they are, and counts them off anew: what was a time
    step of all channels is now a piece of one channel. Layers that look along an axis see numbers
    next to each other that do not belong together.

    ## How to fix
    Swap axes with `transpose` or `permute` (PyTorch), `layers.Permute` or `ops.transpose` (Keras).
    """

    name = "reshaped-axes"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        may_be_meant = not is_weak(history, WEAK, FEWEST_STEPS)
        names = {"axes-are-kept"} if may_be_meant else {"axes-are-kept", "groups-are-kept"}
        for one in history.network_checks:
            if one.check in names and one.result is False:
                layer = history.layers.get(one.layer) if one.layer is not None else None
                yield self.symptom(MESSAGE, layer=layer, place=one.place)
                return
