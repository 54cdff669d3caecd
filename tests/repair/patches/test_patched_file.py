"""The way back leads to the very text."""

from __future__ import annotations

import random

import pytest

from seismograd.repair.patches.patched_file import reverse_edit, text_digest
from seismograd.source.edits import apply_edits


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a\nc\n", "a\nb\nc\n"),
        ("a\nb\nc\n", "a\nc\n"),
        ("a", "b"),
        ("a", "a\nb"),
        ("a\nb", "a"),
        ("a\nb\n", "a\n"),
        ("", "x\n"),
        ("x\n", ""),
        ("a\na\n", "a\n"),
    ],
)
def test_the_reverse_makes_the_text_before(before: str, after: str) -> None:
    assert apply_edits(after, [reverse_edit("f.py", before, after)]) == before


def test_any_two_texts_have_a_way_back() -> None:
    chance = random.Random(0)
    for _ in range(500):
        before, after = ("".join(chance.choices("ab\n", k=8)) for _ in range(2))
        if before != after:
            assert apply_edits(after, [reverse_edit("f.py", before, after)]) == before


def test_line_ends_do_not_count() -> None:
    assert text_digest("a\r\nb\r\n") == text_digest("a\nb\n")
    assert text_digest("a\nb\n") != text_digest("a\nb")
