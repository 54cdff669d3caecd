"""Words for weights that make no difference, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

SAME = 'measured("difference_by_weights", "==", 0.0)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Class weights are ignored",
        "class_weight has no effect",
        "The trainer ignores sample_weights",
        "The loss is the same with and without class weights",
        "pos_weight is not passed to the loss",
        "sample weights don't change the result",
    ],
)
def test_words_are_understood(text: str) -> None:
    assert SAME in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Class weights crash with a dtype error",
        "Weights are not saved",
        "weight_decay is ignored",
        "The weights of the encoder are not updated",
        "Attention weights are the same for all tokens",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert SAME not in _checks(text)
