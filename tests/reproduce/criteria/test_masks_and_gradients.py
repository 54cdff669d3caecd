"""People's words for masks that do not mask and for gradients that go astray."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from tests.reproduce.criteria.reports import report

MASKS = [
    ("padding tokens influence the result", ""),
    ("Changing the padded part changes the output", ""),
    ("Model can see the next token", ""),
    (
        "Decoder cheats",
        "Loss goes to zero immediately. It looks like position i can attend to position i+1.",
    ),
    (
        "attention mask inverted?",
        "the real tokens are masked out and only the padding is attended to",
    ),
    (
        "Results depend on sequence length after padding",
        "the same sentence padded to 32 or to 64 gives different embeddings",
    ),
    ("Embedding of a sentence changes with the amount of padding", ""),
    ("Different logits when I pad to a longer length", ""),
    (
        "loss counts padded positions",
        "the masked loss averages over all tokens, also the padded ones",
    ),
    (
        "information leakage in decoder",
        "perplexity of 1.01 after one epoch; future tokens leak into the prediction",
    ),
    ("causal mask has no effect", ""),
    (
        "Mean pooling includes PAD",
        "short sequences get a much smaller vector because the pads are averaged in",
    ),
    (
        "mask_zero is not respected by my pooling layer",
        "zeros at the end of the sequence change the prediction",
    ),
    ("src_key_padding_mask is never used", ""),
    ("The mask is broadcast along the wrong axis", "query rows get masked in place of keys"),
    (
        "Sentence vectors differ depending on trailing zeros",
        "appending zeros after the end of the sequence changes the result",
    ),
    ("output changes if I append pad tokens", ""),
    (
        "Values behind the length of a series matter",
        "whatever I write behind `lengths` in the batch changes the forecast",
    ),
    ("Attention to padding", "attention weights on padded keys are not zero"),
    ("Garbage in the padded frames ends up in the output", ""),
    (
        "the model peeks at the target",
        "the prediction at step t changes when I change the token at t+1",
    ),
    (
        "autoregressive property violated",
        "outputs at earlier positions change when I modify a later input",
    ),
]
STILL = [
    ("encoder does not train", ""),
    ("the weights of the projection never change", ""),
    ("grad is None for embedding", ""),
    ("embedding gets no gradient", ""),
    ("model.backbone.weight.grad is None after backward", ""),
    ("Only the head learns", "the body has the same weights after training as before"),
    ("adapters are not being optimized", "I compared the weights before and after: exactly equal"),
    ("gate has zero gradient", ""),
    ("codebook is never updated", ""),
    (
        "Learned positional embedding not learned",
        "`pos_embed` is identical before and after training",
    ),
    ("backward() does not reach the encoder", ""),
    ("no grads for the generator", ""),
    ("some layers are missing in model.parameters()", ""),
    ("optimizer does not see the experts", ""),
    ("the conv layers are not in trainable_weights", ""),
    ("The projection head stays frozen", ""),
    ("loss.backward() gives None grads for the first layer", ""),
    ("first block receives no gradients", ""),
    ("after `unfreeze()` the backbone still does not train", ""),
]
MOVING = [
    ("frozen backbone still gets updated", ""),
    ("Freezing the encoder does not work", "its weights change during training"),
    ("teacher changes during training", "the teacher should be frozen but its weights drift"),
    ("freeze_backbone=True is ignored", "weights of the backbone differ after an epoch"),
]
ARRIVING = [
    ("Gradient flows into the target network", "the target network should not get a gradient"),
    ("Gradients leak into the frozen encoder", ""),
    ("stop gradient missing in the teacher branch", "the teacher receives gradients"),
]
NOTHING = [
    ("How to add a mask?", ""),
    ("Padding argument of Conv2d documented wrongly", ""),
    ("Add causal mask support", ""),
    ("Frozen model works fine", ""),
    ("The encoder is great", "I changed the encoder to a larger one."),
    ("training is slow with padding", ""),
    ("Rename mask argument", ""),
    ("typo in freeze docs", ""),
    ("Mask R-CNN support", ""),
    (
        "Padding with mode reflect fails for small images",
        "image padding in the transform is too large",
    ),
    ("I changed the padding of the convolution and accuracy changes", ""),
    ("Loss is higher than in the paper", "I use the same weights as in the README."),
    ("face mask detector is wrong on some images", ""),
    ("segmentation mask has wrong colours", ""),
    ("question about weights", "Where are the weights stored? They are not in the repository."),
]


def first_of(title: str, body: str) -> tuple[str, str]:
    best = derive(report(title, body))[0]
    return best.symptom, best.criteria[0].check


@pytest.mark.parametrize(("title", "body"), MASKS)
def test_what_is_hidden_counts(title: str, body: str) -> None:
    assert first_of(title, body)[0] == "mask"


@pytest.mark.parametrize(("title", "body"), STILL)
def test_what_should_learn_does_not(title: str, body: str) -> None:
    symptom, check = first_of(title, body)
    assert symptom == "gradient"
    assert '"==", 0.0' in check


@pytest.mark.parametrize(("title", "body"), MOVING)
def test_what_is_frozen_moves(title: str, body: str) -> None:
    assert first_of(title, body) == ("gradient", 'measured("parameter_change", ">", 0.0)')


@pytest.mark.parametrize(("title", "body"), ARRIVING)
def test_a_gradient_arrives_where_it_must_not(title: str, body: str) -> None:
    assert first_of(title, body) == ("gradient", 'measured("gradient_norm", ">", 0.0)')


@pytest.mark.parametrize(("title", "body"), NOTHING)
def test_other_uses_of_the_same_words_say_nothing(title: str, body: str) -> None:
    found = {one.symptom for one in derive(report(title, body))}
    assert not found & {"mask", "gradient"}
