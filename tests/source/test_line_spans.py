from __future__ import annotations

import pytest

from seismograd.faults import Position, Span
from seismograd.source.line_spans import line_span

LINES = ["first", "    second  ", ""]


def test_indent_and_what_trails_are_left_out() -> None:
    assert line_span("f.py", LINES, 2) == Span("f.py", Position(2, 5), Position(2, 11))


def test_an_empty_line_is_a_place() -> None:
    assert line_span("f.py", LINES, 3) == Span("f.py", Position(3, 1), Position(3, 1))


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_a_line_that_is_not_there_is_none(number: int) -> None:
    assert line_span("f.py", LINES, number) is None
