"""Sizes of two numbers that stand apart from their name."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.parse import parse_report


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("The readme says image_size can be (height, width). With (32, 64) it fails.",
         "image_size", "(32, 64)"),
        ("`img_size` may be a tuple, but for [224, 160] it crashes", "img_size", "(224, 160)"),
        ("input_shape is documented; with 48x96 images I get an error", "input_shape", "(48, 96)"),
    ],
)  # fmt: skip
def test_a_pair_belongs_to_the_size_before_it(text: str, name: str, value: str) -> None:
    found = {one.name: one.value for one in parse_report(f"Wide images\n\n{text}\n").values}
    assert found.get(name) == value


@pytest.mark.parametrize(
    "text",
    [
        "batch_size is 4. The output has (3, 5) elements",
        "The size of tensor a (129) must match the size of tensor b (65)",
        "With (32, 64) it works",
    ],
)
def test_other_numbers_are_no_pair_of_a_size(text: str) -> None:
    assert not [
        one for one in parse_report(f"Title\n\n{text}\n").values if str(one.value).startswith("(")
        and one.name != "shape"
    ]  # fmt: skip
