from __future__ import annotations

import pytest

from seismograd.llm import Malformed
from seismograd.reproduce.generate.with_model.edits import Edit, edited

SOURCE = "a\nb\nc\nd\n"


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        ([Edit(2, 3, ("x",))], "a\nx\nd\n"),
        ([Edit(1, 0, ("x", "y"))], "x\ny\na\nb\nc\nd\n"),
        ([Edit(5, 4, ("x",))], "a\nb\nc\nd\nx\n"),
        ([Edit(2, 2, ())], "a\nc\nd\n"),
        ([Edit(4, 4, ("y",)), Edit(1, 1, ("x", "x"))], "x\nx\nb\nc\ny\n"),
        ([Edit(2, 1, ("new",)), Edit(2, 2, ("B",))], "a\nnew\nB\nc\nd\n"),
        ([Edit(1, 4, ("only",))], "only\n"),
    ],
)
def test_ranges_of_lines_are_replaced_as_they_were_numbered(edits: list[Edit], after: str) -> None:
    assert edited(SOURCE, edits) == after


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 1, ())],
        [Edit(3, 9, ())],
        [Edit(6, 6, ("x",))],
        [Edit(4, 2, ("x",))],
        [Edit(-3, -1, ())],
        [Edit(1, 3, ("x",)), Edit(2, 4, ("y",))],
        [Edit(2, 2, ("x",)), Edit(2, 2, ("y",))],
    ],
)
def test_edits_that_fit_nowhere_are_malformed(edits: list[Edit]) -> None:
    with pytest.raises(Malformed):
        edited(SOURCE, edits)
