"""From which size on numbers are lost, as reports tell it."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.values.overflows import Overflow, overflow_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("an error of 12 gives 11.3, 80 gives 79.3, 95 gives inf.", Overflow(95, 80, True)),
        ("logsumexp(100) returns inf", Overflow(100, 1)),
        ("A score of 90 is NaN already", Overflow(90, 1)),
        ("nan for logits above 50", Overflow(60, 25)),
        ("It overflows with inputs larger than about 700.", Overflow(840, 350)),
        ("two vectors that are more than 20 apart give nan", Overflow(24, 10, True)),
    ],
)
def test_sizes_are_read(text: str, found: Overflow) -> None:
    assert overflow_in(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "epoch 95 gives nan",
        "80 gives 79.3",
        "more than 20 rows are missing",
        "loss is nan after 300 steps",
        "0.5 gives nan",
    ],
)
def test_other_numbers_tell_no_size(text: str) -> None:
    assert overflow_in(text) is None
