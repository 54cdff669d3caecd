"""Words for augmentation that never happens, and words that only look like it."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

NEVER = 'measured("change_by_augmentation", "==", 0.0)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Augmentation is never applied",
        "Data augmentation has no effect",
        "augment=True is ignored: augmentation does nothing",
        "The training images are not augmented",
        "Random crops don't happen in training",
        "The same crop in every epoch although augmentation is on",
        "RandomFlip: augmentation isn't used for the training set",
    ],
)
def test_words_are_understood(text: str) -> None:
    assert NEVER in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Augmentation is also applied to the validation set",
        "The validation set is augmented, it should not be",
        "Training crashes with augmentation",
        "The dataset is not shuffled",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert NEVER not in _checks(text)
