"""What the trained network answered when it was tried with a changed batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector


class _FailedCheck(SymptomDetector):
    check: ClassVar[str]
    message: ClassVar[str]

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.network_checks:
            if one.check == self.check and one.result is False:
                layer = history.layers.get(one.layer) if one.layer is not None else None
                yield self.symptom(self.message, layer=layer, place=one.place)


class MixedExamples(_FailedCheck):
    """What the network says about an example depends on the other examples of its batch.

    After the training, a batch was given again with its other examples exchanged: the output for
    the first one changed. Axes that are taken for each other do that (`batch_first`), a softmax
    over the batch, or a wrong reshape.
    """

    name = "mixed-examples"
    check = "independent-examples"
    message = "The output for an example changes when the other examples of its batch do."


class OrderWithoutEffect(_FailedCheck):
    """The order of positions or pixels makes no difference to a network that attends or convolves.

    After the training, a batch was given again with its positions exchanged: the output stayed
    what it was. Attention without positions does that, and convolutions of size one.
    """

    name = "order-without-effect"
    check = "order-matters"
    message = "The output stays the same when the positions of the input are exchanged."


class LinearNetwork(_FailedCheck):
    """A network of several layers computes one linear map of its input.

    After the training, it was given the means of pairs of examples: the outputs were the means of
    their outputs. Without functions between them, layers are as good as a single one.
    """

    name = "linear-network"
    check = "bends"
    message = "The network is linear in its input, though it has several layers."


class FutureSeen(_FailedCheck):
    """A network that is trained to tell the next token can see it.

    After the training, the last token of a batch was exchanged: the output for earlier positions
    changed.
    """

    name = "future-seen"
    check = "future-is-hidden"
    message = "The output for a position changes when a later token does."
