"""Words for shares that do not sum to one and vectors that are not of length one."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

SUM = 'measured("sum_from_one", ">", 0.001)'
NORM = 'measured("norm_from_one", ">", 0.001)'


def _checks(text: str) -> list[str]:
    found = derive(parse_report(text))
    return [one.criteria[0].check for one in found if one.symptom == "units"]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Attention weights do not sum to one", SUM),
        ("predict_proba rows don't add up to 1", SUM),
        ("The probabilities of one image add up to 0.37", SUM),
        ("The softmax is taken over the wrong axis", SUM),
        ("Row sums of the attention are not 1", SUM),
        ("Mixture weights of the gating network sum to 2.5", SUM),
        ("Softmax over the batch instead of the classes", SUM),
        ("Embeddings are not normalised", NORM),
        ("The L2 norm of the embeddings is not 1", NORM),
        ("encode() should give unit vectors but the vectors have a norm of 7.2", NORM),
        ("normalize=True has no effect, the norms are not 1", NORM),
        ("The features aren't normalized though they should be of length one", NORM),
    ],
)
def test_words_are_understood(text: str, check: str) -> None:
    assert check in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "The probabilities sum to 1 but the accuracy is low",
        "Weights of the layer are not saved",
        "The images are not normalised in validation",
        "The batch sums are not logged",
        "Gradient norm is not clipped",
        "The embeddings are not saved in the checkpoint",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert _checks(text) == []
