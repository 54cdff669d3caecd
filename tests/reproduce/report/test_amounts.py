"""Amounts in sentences, and whether they are said to work."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.values.amounts import Amount, amounts_in, singular


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a track of 3.7 seconds (30310 samples) stops", [(3.7, "second"), (30310, "sample")]),
        ("fails for a 5-frame clip", [(5, "frame")]),
        ("I have 400 rows and 3 queries", [(400, "row"), (3, "query")]),
        ("with 4, 5 or 7 boxes it dies", [(4, "box"), (5, "box"), (7, "box")]),
        ("lr=3 and v1.2 and 12 of them, x2 and 10 to 20", []),
    ],
)
def test_numbers_with_what_they_count(text: str, found: list[tuple[float, str]]) -> None:
    assert [(one.value, one.noun) for one in amounts_in(text)] == found


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("It works with 4 seconds.", True),
        ("8 seconds are fine.", True),
        ("3 seconds do not work.", False),
        ("It only works with 4 seconds.", False),
        ("It crashes with 3 seconds.", False),
    ],
)
def test_what_works_is_told_from_what_does_not(text: str, fine: bool) -> None:
    assert [one.is_fine for one in amounts_in(text)] == [fine]


def test_what_makes_trouble_goes_first() -> None:
    found = amounts_in("4 seconds work, but 5 seconds end in an error.")
    assert found == [Amount(5, "second"), Amount(4, "second", is_fine=True)]


@pytest.mark.parametrize(
    ("many", "one"), [("seconds", "second"), ("boxes", "box"), ("loss", "loss")]
)
def test_one_of_many(many: str, one: str) -> None:
    assert singular(many) == one
