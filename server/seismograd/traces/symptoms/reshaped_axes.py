"""Reshapes in the place of transposes."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.weak_training import FEWEST_STEPS, WEAK, is_weak

SWAPPED = (
    "A reshape puts sizes into another order: axes are not swapped by it, their numbers are mixed."
)
MESSAGES = {
    "axes-are-kept": SWAPPED,
    "groups-are-kept": SWAPPED,
    "classes-are-kept": "A reshape before the loss mixes axes: what the loss takes for the scores "
    "of the classes are numbers of different places.",
}
"""By the name of the check that failed."""
MAY_BE_MEANT = "groups-are-kept"


class ReshapedAxes(SymptomDetector):
    """A reshape stands where axes should be swapped, inside a network or before its loss.

    ## When it is reported
    After the training, a batch was given again. A `view` or `reshape` of the script made a tensor
    with the same sizes in another order, the first one aside: (n, a, b) became (n, b, a). Nothing
    is said where it is reshaped back at once.

    In PyTorch also, in training: a loss of classes was given scores whose axis of classes is as
    long as that of the outputs of the last layer, and is another one. It does not go along any
    axis of that layer as a whole, but through pieces of several, or a piece of one: images of
    scores (n, c, h, w) were made rows by `reshape(-1, c)`, or sequences (n, t, c) became
    (n, c, t) by a `view`.

    Where one of the two axes is a multiple of the other, neighbours may be joined on purpose, and
    what any other loss is given may be compared with targets that were reshaped alike. Then
    nothing is said of up to four neighbours, and of more, or of another loss, only if the training
    has {FEWEST_STEPS} steps or more, and more than {WEAK:.0%} of the loss at first is left, or the
    network is no better than a guess.

    ## Why is this bad?
    A reshape leaves the numbers in memory where they are, and counts them off anew: what was a time
    step of all channels is now a piece of one channel. Layers that look along an axis see numbers
    next to each other that do not belong together.

    ## How to fix
    Swap axes with `transpose` or `permute` (PyTorch), `layers.Permute` or `ops.transpose` (Keras).
    Before a loss of classes: `logits.movedim(1, -1).reshape(-1, classes)`, or no reshape at all:
    PyTorch takes the second axis for that of the classes.
    """

    name = "reshaped-axes"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        names = set(MESSAGES)
        if not is_weak(history, WEAK, FEWEST_STEPS):
            names.remove(MAY_BE_MEANT)
        for one in history.network_checks:
            if one.check in names and one.result is False:
                layer = history.layers.get(one.layer) if one.layer is not None else None
                yield self.symptom(MESSAGES[one.check], layer=layer, place=one.place)
                return
