"""How large the numbers of a user are, as far as a report says it."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.values.ranges import Range, ranges_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nothing missing, rents from 272 to 2112.", Range("rent", 272, 2112)),
        ("The prices are between 100 and 90000", Range("price", 100, 90000)),
        ("my targets are around 5000", Range("target", 0, 5000)),
        ("pixel values from 0 to 255", Range("pixel", 0, 255)),
        ("loads of up to 1200 kg", Range("load", 0, 1200)),
        ("temperatures in the range of 250 to 310", Range("temperature", 250, 310)),
        ("y in [0, 3000]", Range("y", 0, 3000)),
    ],
)
def test_ranges_are_read(text: str, found: Range) -> None:
    assert ranges_in(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "rents around 10 to 20 train nicely",
        "the loss goes from 3 to 2",
        "epochs from 1 to 10",
        "I went from 1.2 to 1.3",
        "prices between 0 and 1e30",
        "from 9 to 5",
    ],
)
def test_other_numbers_are_no_ranges(text: str) -> None:
    assert ranges_in(text) == []
