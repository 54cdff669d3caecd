"""Numbers of a report, wherever they stand."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.literals import numbers_in


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The size of tensor a (129) must match b (65).", {129, 65}),
        ("`image_size=(32, 64)`, batch_size 3, 64px", {32, 64, 3}),
        ("images of 40x48 and 3×8", {40, 48, 3, 8}),
        ("torch 2.13.0, lr 0.5, conv2 and fp16", set()),
        ("```\nx = torch.zeros(7, 12)\n```", {7, 12}),
    ],
)
def test_whole_numbers_are_found_and_versions_and_names_are_none(
    text: str, numbers: set[int]
) -> None:
    assert numbers_in(BugReport("", text)) == numbers
