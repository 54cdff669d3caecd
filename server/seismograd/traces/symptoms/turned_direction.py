"""Directions that a loss has turned around."""

from __future__ import annotations

from typing import ClassVar

from seismograd.traces.symptoms.network_checks import FailedCheck


class TurnedDirection(FailedCheck):
    """The loss rewards the direction opposite to that of the target.

    ## When it is reported
    The loss is an object that compares answers with measured numbers, and the length of neither
    the answers of the trained network nor of the targets changes what it says. The targets
    themselves cost more than their opposites, and more than what the network has learned to give.
    Keras only.

    ## Why is this bad?
    The network learns to point away from where it should, and the loss falls as if it were right.

    ## How to fix
    `keras.losses.cosine_similarity` has a minus sign already, unlike that of PyTorch: it is -1
    where two vectors point the same way. Use it as it is, or `1 + cosine_similarity(...)`.
    """

    name = "turned-direction"
    messages: ClassVar = {
        "direction-is-right": "The targets themselves cost more than their opposites: the loss "
        "rewards the wrong direction."
    }
