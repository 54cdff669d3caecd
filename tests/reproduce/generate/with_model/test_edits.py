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


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_an_edit_finds_the_line_that_it_means(first: int) -> None:
    moved = Edit(first, first, ("x",), was=" c ")
    assert edited(SOURCE, [moved]) == "a\nb\nx\nd\n"


def test_a_line_that_is_nowhere_or_everywhere_is_not_looked_for() -> None:
    assert edited(SOURCE, [Edit(2, 2, ("x",), was="nowhere")]) == "a\nx\nc\nd\n"
    with pytest.raises(Malformed, match="stands in line 1, 3"):
        edited("a\nb\na\n", [Edit(2, 2, ("x",), was="a")])
    with pytest.raises(Malformed, match="stands in line 9"):
        edited("b\n" * 8 + "a\n", [Edit(1, 1, ("x",), was="a")])
