"""Words for averaged weights that go wrong, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

NEVER = 'measured("average_change", "==", 0.0)'
EQUAL = 'measured("average_from_weights", "==", 0.0)'
SHARE = 'measured("difference_from_expected", ">", 0.0001)'


def _checks(text: str) -> list[str]:
    found = derive(parse_report(text))
    return [one.criteria[0].check for one in found if one.symptom == "averaging"]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("The EMA weights are never updated", NEVER),
        ("ema_model stays at its initial weights", NEVER),
        ("Exponential moving average does not change during training", NEVER),
        ("The teacher network does not follow the student", NEVER),
        ("Averaged weights are still the random ones from the beginning", NEVER),
        ("EMA weights are identical to the model weights", EQUAL),
        ("The shadow weights are always just a copy", EQUAL),
        ("the averaged model has exactly the same weights as the live model", EQUAL),
        ("The EMA follows the weights much too fast", SHARE),
        ("ModelEMA: decay is applied the wrong way round", SHARE),
    ],
)
def test_words_are_understood(text: str, check: str) -> None:
    assert check in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "The average loss is wrong",
        "Teacher forcing crashes with a shape error",
        "The weights are never updated",
        "Average precision is identical for all classes",
        "The schema is not validated",
        "The target is shifted by one",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert _checks(text) == []
