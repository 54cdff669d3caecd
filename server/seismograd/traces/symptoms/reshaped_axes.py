"""Reshapes in the place of transposes."""

from __future__ import annotations

from typing import ClassVar

from seismograd.traces.symptoms.network_checks import FailedCheck


class ReshapedAxes(FailedCheck):
    """A reshape puts the sizes of a tensor into another order, as if it swapped its axes.

    ## When it is reported
    After the training, a batch was given again. A `view` or `reshape` of the script made a tensor
    with the same sizes in another order, the first one aside: (n, a, b) became (n, b, a). Nothing
    is said where one of two neighbouring axes is 2, 3 or 4 times as long as the other, so that
    neighbours may be grouped on purpose, and where the next thing is to reshape it back.

    ## Why is this bad?
    A reshape leaves the numbers in memory where they are, and counts them off anew: what was a time
    step of all channels is now a piece of one channel. Layers that look along an axis see numbers
    next to each other that do not belong together.

    ## How to fix
    Swap axes with `transpose` or `permute` (PyTorch), `layers.Permute` or `ops.transpose` (Keras).
    """

    name = "reshaped-axes"
    messages: ClassVar = {
        "axes-are-kept": "A reshape puts sizes into another order: axes are not swapped by it, "
        "their numbers are mixed."
    }
