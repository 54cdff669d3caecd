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

    ## When it is reported
    After the training, a batch was given again with its other examples exchanged: the output for
    the first one changed.

    ## Why is this bad?
    What the network says about an example depends on which others are in the batch. It learns from
    the wrong neighbours, and in use its answers change with the batch.

    ## How to fix
    - `nn.LSTM`, `nn.GRU` and `nn.MultiheadAttention` take the sequence first: give them
      `batch_first=True` where the batch comes first.
    - Apply softmax over the axis of the classes (`dim=-1`), not over the batch.
    - Keep the first axis in every `reshape` and `view`; exchange axes with `transpose` or
      `permute`.
    """

    name = "mixed-examples"
    check = "independent-examples"
    message = "The output for an example changes when the other examples of its batch do."


class OrderWithoutEffect(_FailedCheck):
    """The order of positions or pixels makes no difference to a network that attends or convolves.

    ## When it is reported
    After the training, a batch was given again with its positions exchanged: the output stayed what
    it was. Only networks that attend or convolve are asked.

    ## Why is this bad?
    The network sees its input as a bag: words without order, pixels without neighbours.

    ## How to fix
    - Add positions to the input of attention: a learned embedding, or sines and cosines.
    - Use kernels of more than one position in convolutions.
    - Do not average over positions before a layer has looked at their order.
    """

    name = "order-without-effect"
    check = "order-matters"
    message = "The output stays the same when the positions of the input are exchanged."


class LinearNetwork(_FailedCheck):
    """A network of several layers computes one linear map of its input.

    ## When it is reported
    After the training, a network of several layers was given the means of pairs of examples: the
    outputs were the means of their outputs.

    ## Why is this bad?
    Without functions between them, layers are as good as a single one: the network can only
    separate what a straight line separates.

    ## How to fix
    Put an activation between the layers: `nn.ReLU()` after each hidden `nn.Linear`,
    `activation="relu"` in Keras. An activation that is built but never called has no effect.
    """

    name = "linear-network"
    check = "bends"
    message = "The network is linear in its input, though it has several layers."


class FutureSeen(_FailedCheck):
    """A network that is trained to tell the next token can see it.

    ## When it is reported
    After the training, the last token of a batch was exchanged: the output for earlier positions
    changed. Only networks that are trained to tell the next token are asked.

    ## Why is this bad?
    The network reads the answer instead of predicting it. The training loss is very low, and
    generated text is useless.

    ## How to fix
    - Give attention a causal mask: `is_causal=True` or
      `nn.Transformer.generate_square_subsequent_mask`, `use_causal_mask=True` in Keras.
    - Do not use bidirectional recurrent layers for this task.
    - Check that the targets are shifted by one against the inputs.
    """

    name = "future-seen"
    check = "future-is-hidden"
    message = "The output for a position changes when a later token does."


class GradientCut(_FailedCheck):
    """No gradient of the output reaches a layer that the output depends on.

    ## When it is reported
    After the training, the output was asked for its gradient: a layer that learns got none, though
    the output changed when that of the layer did.

    ## Why is this bad?
    The layer cannot learn what the output needs of it. If another term of the loss trains it, its
    weights change all the same.

    ## How to fix
    - Do not call `detach()`, `.data`, `.item()` or `.numpy()` between two layers, and do not build
      new tensors with `torch.tensor(...)`.
    - Draw from distributions with `rsample()` instead of `sample()`.
    - Leave `torch.no_grad()` for evaluations, and freeze layers that should not learn.
    """

    name = "gradient-cut"
    check = "gradient-passes"
    message = "The output depends on this layer, and no gradient gets from the one to the other."
