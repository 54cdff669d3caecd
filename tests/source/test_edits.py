from __future__ import annotations

import pytest

from seismograd.faults import Edit, Position, Span
from seismograd.source.edits import OverlappingEditsError, apply_edits


def _edit(start: tuple[int, int], end: tuple[int, int], text: str) -> Edit:
    return Edit(Span("a.py", Position(*start), Position(*end)), text)


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        ("abc\ndef\n", [_edit((1, 2), (1, 3), "X"), _edit((2, 1), (2, 1), "Y")], "aXc\nYdef\n"),
        ("abc\ndef\n", [_edit((1, 1), (2, 1), "")], "def\n"),
        ("abc\n", [_edit((1, 2), (1, 2), "X")] * 2, "aXbc\n"),
        ("abc", [_edit((1, 99), (9, 9), "X")], "abcX"),
        ("", [_edit((1, 1), (1, 1), "x\n")], "x\n"),
        ("日本🧠x\n", [_edit((1, 4), (1, 5), "y")], "日本🧠y\n"),
        ("a\r\nb\r\n", [_edit((2, 1), (2, 1), "x\ny\n")], "a\r\nx\r\ny\r\nb\r\n"),
        ("a\r\nb\r\n", [_edit((1, 2), (1, 50), "!")], "a!\r\nb\r\n"),
        ("a\x0cb\nc\n", [_edit((2, 1), (2, 2), "d")], "a\x0cb\nd\n"),
    ],
)
def test_only_the_edited_characters_change(text: str, edits: list[Edit], expected: str) -> None:
    assert apply_edits(text, edits) == expected


def test_edits_that_want_the_same_characters_are_refused() -> None:
    with pytest.raises(OverlappingEditsError):
        apply_edits("abcdef", [_edit((1, 1), (1, 4), "x"), _edit((1, 3), (1, 5), "y")])
