"""Attention that looks at one position, at all alike, at padding, or at nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms.network_checks import FailedCheck
from seismograd.traces.weak_training import FEWEST_STEPS, WEAK, is_weak


class AttentionEntropy(FailedCheck):
    """Attention gives all weight to one position, or the same weight to all.

    ## When it is reported
    After the training, a batch was given again, and the attention weights were looked at. In most
    attention layers, 80% of the queries give more than 0.9 to a single key; or the weights of all
    keys are equal to within 0.1%; or the weights of the keys of a query do not add up to 1.
    Layers whose scores the framework computes by itself are left out.

    The training has {FEWEST_STEPS} steps or more, and more than {WEAK:.0%} of the loss at first is
    left, or the network is no better than a guess: one that has learned may attend as it likes.

    ## Why is this bad?
    Scores that are far too large make the softmax a choice of one position, and its gradient is
    zero: the choice is never learned. Scores that are all alike choose nothing: every position gets
    the mean of all. A softmax over the queries lets positions compete for the wrong thing.

    ## How to fix
    - Divide the scores by the square root of the size of a head: `q @ k.transpose(-2, -1) /
      math.sqrt(d)`. Do not multiply with it.
    - Apply softmax over the keys: `dim=-1`.
    - Check masks: what is added must be `-inf` where a position is hidden and 0 elsewhere.
    - Normalise what goes into the attention, and leave its initial weights as they are by default.
    """

    name = "attention-entropy"
    messages: ClassVar = {
        "attention-is-spread": "Attention gives nearly all weight to a single position, for "
        "most queries of most heads.",
        "attention-chooses": "Attention gives all positions the same weight.",
        "attention-adds-up": "The attention weights of a query do not add up to 1: the softmax is "
        "over another axis than the sum.",
    }

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        if is_weak(history, WEAK, FEWEST_STEPS):
            yield from super().find(history)


class AttentionOnPadding(FailedCheck):
    """Attention looks at padding, and what stands there changes the answers.

    ## When it is reported
    After the training, a batch was given again whose examples end (or begin) with different numbers
    of the same token, or of rows of zeros. Padding got a tenth or more of the weight that
    attention to all positions alike would give it, and the answers changed when something else
    stood there.

    ## Why is this bad?
    What the network says about an example depends on how far it was padded, which is to say on the
    longest example of its batch. Short examples are mostly padding to it.

    ## How to fix
    - Give the attention a mask: `src_key_padding_mask=tokens == pad` or `key_padding_mask=...`,
      where `True` means hidden; in `scaled_dot_product_attention`, `True` means seen.
    - In attention of your own: `scores.masked_fill(is_padding[:, None, None, :], -inf)` before the
      softmax.
    - In Keras, `Embedding(..., mask_zero=True)`, or `attention_mask=...` in the call.
    - Leave out padding where positions are averaged, too.
    """

    name = "attention-on-padding"
    messages: ClassVar = {
        "padding-is-hidden": "Attention gives weight to padding, and the answers change with what "
        "stands there."
    }


class TurnedMask(FailedCheck):
    """A mask hides all content from the attention, and leaves the padding.

    ## When it is reported
    After the training, a batch was given again, and the masks of its attention were looked at. What
    one of them leaves is the end (or the beginning) of each example, of different lengths, and the
    same value at every position of every example. What it hides is not.

    ## Why is this bad?
    Nothing of an example gets through the attention but how far it was padded: the network answers
    the same to all, and layers before the attention get no gradient.

    ## How to fix
    - Turn the mask: `~mask`, or `tokens == pad` for `tokens != pad`.
    - `key_padding_mask` and `src_key_padding_mask` of PyTorch are `True` where a position is
      hidden. `attn_mask` of `scaled_dot_product_attention` and `attention_mask` of Keras are `True`
      where it is seen.
    - In attention of your own: `scores.masked_fill(is_padding, -inf)`.
    """

    name = "turned-mask"
    severity = Severity.ERROR
    messages: ClassVar = {
        "content-is-seen": "The mask hides all content from the attention: what is left to look at "
        "is the padding."
    }
