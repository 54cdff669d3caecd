"""Words for parts that have the same weights by mistake, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report


def _checks(text: str) -> list[str]:
    found = derive(parse_report(text))
    return [one.criteria[0].check for one in found if one.symptom == "sharing"]


@pytest.mark.parametrize(
    "text",
    [
        "All encoder layers share the same weights",
        "The two towers share their parameters",
        "The blocks of the model are all the same module",
        "The list has n times the same layer",
        "Same weights in every block",
        "Training the copy also changes the original",
        "The clone changes together with the original, updates go to both",
        "Members of the ensemble share weights",
    ],
)
def test_words_are_understood(text: str) -> None:
    assert _checks(text) == ['measured("shared_parameters", ">", 0)']


@pytest.mark.parametrize(
    "text",
    [
        "The layers do not share their weights",
        "Copy of the checkpoint fails",
        "Layers have the wrong weights after loading",
        "The original images are changed",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert _checks(text) == []
