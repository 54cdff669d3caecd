from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seismograd.faults import Position
from seismograd.source.document import Document, TextChange, UnreadableSource, decode
from seismograd.source.positions import Encoding, from_code_points

PIECES = st.sampled_from(
    [
        "x = 1\n",
        "def f(a):\n    return a\n",
        "class A:\n    v = [1,\n  2]\n",
        "if x:\n",
        "    y\n",
        "'",
        '"""',
        "(",
        ")",
        "[",
        ":",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\f",
        " ",
        "é",
        "漢字 = 2\n",
        "😀",
        "# comment\n",
        "@d\n",
        "a; b\n",
        "\\\n",
        "x",
        "= 3",
        "f'{a}'",
        "print 'x'\n",
        "\x00",
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)
EDITS = st.lists(
    st.tuples(
        st.integers(-1, 14), st.integers(-1, 30), st.integers(-1, 14), st.integers(-1, 30), TEXTS
    ),
    max_size=6,
)


def described(document: Document) -> list[tuple[object, ...]]:
    return [
        (chunk.text, chunk.first_line, chunk.first_column, chunk.broken)
        for chunk in document.chunks
    ]


def reference_offset(text: str, line: int, column: int, encoding: Encoding) -> int:
    """The plain way to find a place: count through the lines."""
    lines = text.split("\n")
    line, column = max(line, 0), max(column, 0)
    if line >= len(lines):
        return len(text)
    content = lines[line].removesuffix("\r")
    before = sum(len(earlier) + 1 for earlier in lines[:line])
    for index in range(len(content) + 1):
        if from_code_points(content, index, encoding) >= column:
            return before + index
    return before + len(content)


@given(TEXTS, EDITS, st.sampled_from(list(Encoding)))
@settings(max_examples=300, deadline=None)
def test_edits_give_the_same_as_a_fresh_document(text, edits, encoding):
    document = Document("a.py", text)
    expected = text
    for version, (line, column, end_line, end_column, new_text) in enumerate(edits):
        document.change(
            [TextChange(new_text, (line, column), (end_line, end_column))], version, encoding
        )
        start = reference_offset(expected, line, column, encoding)
        end = max(start, reference_offset(expected, end_line, end_column, encoding))
        expected = expected[:start] + new_text + expected[end:]
        assert document.text == expected
    fresh = Document("a.py", expected)
    assert document.raw == fresh.raw
    assert document.lines == fresh.lines
    assert str(document.tree.root_node) == str(fresh.tree.root_node)
    assert described(document) == described(fresh)
    assert {name: len(found) for name, found in document.definitions.items()} == {
        name: len(found) for name, found in fresh.definitions.items()
    }


@given(TEXTS, st.integers(-3, 40), st.integers(-3, 60))
@settings(max_examples=200, deadline=None)
def test_offsets_stay_in_the_text(text, line, column):
    document = Document("a.py", text)
    offset = document.offset(Position(line, column))
    assert 0 <= offset <= len(text)
    lines = text.split("\n")
    if 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]):
        assert text[offset] == lines[line - 1][column - 1]


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(raw):
    try:
        text = decode(raw)
    except UnreadableSource:
        return
    document = Document("a.py", text)
    for chunk in document.chunks:
        for statement in chunk.statements:
            for node in ast.walk(statement):
                if hasattr(node, "lineno"):
                    chunk.span(node)


@given(st.text(max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_text_makes_a_document(text):
    document = Document("a.py", text)
    assert document.text == text
    for chunk in document.chunks:
        assert chunk.writes is not None
        assert chunk.identifiers is not None


def test_unchanged_statements_are_kept():
    document = Document("a.py", "a = 1\nb = 2\nc = 3\n")
    before = document.chunks
    document.change([TextChange("0", (1, 5), (1, 5))], 2, Encoding.UTF16)
    assert document.chunks[0] is before[0]
    assert document.chunks[1] is not before[1]
    assert document.chunks[2] is before[2]
    document.change([TextChange("\n\n", (0, 0), (0, 0))], 3, Encoding.UTF16)
    assert document.chunks[2] is before[2]
    assert before[2].first_line == 5
    assert document.version == 3


def test_equal_statements_stay_apart():
    document = Document("a.py", "x += 1\nx += 1\n")
    document.change([TextChange("y = 0\n", (0, 0), (0, 0))], 1, Encoding.UTF16)
    assert len({id(chunk) for chunk in document.chunks}) == 3
    assert [chunk.first_line for chunk in document.chunks] == [1, 2, 3]


def test_a_change_without_range_replaces_all():
    document = Document("a.py", "a = 1\n")
    document.change([TextChange("b = 2\n")], 1, Encoding.UTF16)
    assert document.text == "b = 2\n"
    assert set(document.definitions) == {"b"}


def test_several_changes_apply_in_order():
    document = Document("a.py", "abc")
    changes = [TextChange("x", (0, 0), (0, 1)), TextChange("y", (0, 1), (0, 2))]
    document.change(changes, 1, Encoding.UTF16)
    assert document.text == "xyc"


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF8, 5), (Encoding.UTF16, 3), (Encoding.CODE_POINTS, 2)]
)
def test_columns_are_counted_in_the_unit_of_the_client(encoding, column):
    document = Document("a.py", "x😀 = 1")
    document.change([TextChange("!", (0, column), (0, column))], 1, encoding)
    assert document.text == "x😀! = 1"


DECODED = [
    (b"x = 1", "x = 1"),
    (b"\xef\xbb\xbfx = 1", "x = 1"),
    (b"# -*- coding: latin-1 -*-\nx = '\xe9'", "# -*- coding: latin-1 -*-\nx = 'é'"),
    (b"x = '\xe9'", None),
    (b"# coding: nonsense\nx = '\xe9'", None),
    (b"x\x00", None),
    (b"", ""),
    (b"# coding: rot13\nx = '\xe9'", None),
    (b"# coding: base64\nx = '\xe9'", None),
    (b"# coding: utf-16\nx = '\xe9'", None),
    (b"# coding: idna\nx = '\xe9'", None),
    (b"x" * 4_000_001, None),
]


@pytest.mark.parametrize(("raw", "expected"), DECODED, ids=range(len(DECODED)))
def test_decode(raw, expected):
    if expected is None:
        with pytest.raises(UnreadableSource):
            decode(raw)
    else:
        assert decode(raw) == expected


LINE_ENDS = ["a = 1\nb = (\n  2)\nc = 3\n", "a = 1\r\nb = (\r\n  2)\r\nc = 3\r\n"]


@pytest.mark.parametrize("text", LINE_ENDS)
def test_positions_with_either_line_end(text):
    document = Document("a.py", text)
    assert [chunk.first_line for chunk in document.chunks] == [1, 2, 4]
    value = document.chunks[1].statements[0].value
    span = document.chunks[1].span(value)
    assert (span.start, span.end) == (Position(3, 3), Position(3, 4))
    assert document.slice(span) == "2"
