"""What the trained network answered when it was tried with a changed batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import NetworkCheck, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

CLASSES = ("entropy", "nll", "bce", "hinge", "margin")
"""Losses for targets that are classes."""


class FailedCheck(SymptomDetector):
    messages: ClassVar[Mapping[str, str]]
    """By the name of the check."""

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for one in history.network_checks:
            message = self.messages.get(one.check or "")
            if message and one.result is False:
                layer = history.layers.get(one.layer) if one.layer is not None else None
                yield self.symptom(message, layer=layer, place=self.place_of(one, history))

    def place_of(self, check: NetworkCheck, history: RunHistory) -> Place | None:
        return check.place


class MixedExamples(FailedCheck):
    """What the network says about an example depends on the other examples of its batch.

    ## When it is reported
    After the training, a batch was given again with its other examples exchanged: the output for
    the first one changed. Or it did not, but what a layer gave for it did, in a network with
    attention that takes the sequence first.

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
    messages: ClassVar = {
        "independent-examples": "The output for an example changes when the other examples of its "
        "batch do.",
        "examples-apart-inside": "What a layer gives for an example changes when the other "
        "examples of its batch do.",
    }


class OrderWithoutEffect(FailedCheck):
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
    messages: ClassVar = {
        "order-matters": "The output stays the same when the positions of the input are exchanged."
    }


class ScaleWithoutEffect(FailedCheck):
    """A network that predicts a quantity does not notice how large its input is.

    ## When it is reported
    After the training, the examples of a batch were multiplied by two or four: the output stayed
    what it was. Only networks with floating-point inputs are asked, and none that are
    trained to tell classes.

    ## Why is this bad?
    A normalisation over each example comes first, and amplitudes are lost with it: where the target
    depends on them, the network cannot learn it. Where it does not, this is as it should be.

    ## How to fix
    - Scale the inputs with the mean and standard deviation of the training data instead of those of
      each example.
    - Use `BatchNorm` in the place of `LayerNorm`, `InstanceNorm` or `UnitNormalization` as the
      first layer, or remove it.
    - Or give the network the size of the example as a further input.
    """

    name = "scale-without-effect"
    messages: ClassVar = {
        "scale-matters": "The output stays the same when the input is multiplied by a number."
    }

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if not _tells_classes(history):
            yield from super().find(history)


def _tells_classes(history: RunHistory) -> bool:
    data = training_data(history)
    kinds = [f"{one.type} {one.function}".lower() for one in history.loss_functions]
    is_discrete = data is not None and data.encoding not in (None, "continuous")
    return is_discrete or any(word in kind for kind in kinds for word in CLASSES)


class LinearNetwork(FailedCheck):
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
    messages: ClassVar = {
        "bends": "The network is linear in its input, though it has several layers."
    }


class FutureSeen(FailedCheck):
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
    messages: ClassVar = {
        "future-is-hidden": "The output for a position changes when a later token does."
    }


class TargetIsInput(FailedCheck):
    """A network that predicts tokens is trained to give back the ones that it is given.

    ## When it is reported
    The target of every position is the token at that position, and the output there depends on that
    token, but earlier ones do not: the network does not compress the sequence either.

    ## Why is this bad?
    Copying is learned in no time: the loss falls to zero, and generated text repeats its last
    token.

    ## How to fix
    Shift the targets by one: `inputs = tokens[:, :-1]`, `targets = tokens[:, 1:]`.
    """

    name = "target-is-input"
    messages: ClassVar = {
        "target-differs": "The target of each position is the token that the network gets there."
    }

    def place_of(self, check: NetworkCheck, history: RunHistory) -> Place | None:
        """Where they are compared."""
        called = (one.called for one in history.loss_functions)
        return next((one for one in called if one), check.place)


class GradientCut(FailedCheck):
    """No gradient of the output reaches a layer that the output depends on.

    ## When it is reported
    After the training, the output was asked for its gradient: a layer that learns got none, though
    the output changed when that of the layer did. Or of a sequence, only the last position got one,
    though the output changed with the earlier ones. Where the script draws from distributions, the
    output is asked as in training, too: a `sample()` whose draw is scored by `log_prob`, as for
    policy gradients, is left out.

    ## Why is this bad?
    The layer cannot learn what the output needs of it. If another term of the loss trains it, its
    weights change all the same. What is not learned over positions is what to remember of them.

    ## How to fix
    - Do not call `detach()`, `.data`, `.item()` or `.numpy()` between two layers, and do not build
      new tensors with `torch.tensor(...)`.
    - Do not call `detach()` on the state of a recurrent layer between two steps of a sequence: only
      between two sequences.
    - Draw from distributions with `rsample()` instead of `sample()`.
    - Leave `torch.no_grad()` for evaluations, and freeze layers that should not learn.
    """

    name = "gradient-cut"
    messages: ClassVar = {
        "gradient-passes": "The output depends on this layer, and no gradient gets from the one to "
        "the other.",
        "gradient-over-positions": "The output depends on all positions of the input, and its "
        "gradient gets to the last one alone.",
    }
