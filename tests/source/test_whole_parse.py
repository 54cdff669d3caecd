"""A text that is opened and one that is typed have the same statements at the same places."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.source.document import Document, TextChange
from seismograd.source.positions import Encoding
from seismograd.source.whole_parse import parse_whole

PROJECT = Path(__file__).parents[2]
SOUND = {
    "decorators": "@a\n@b(\n    1,\n)\n# between\ndef f(): ...\n\n@c\nclass D: ...\n",
    "comments after": "def f():\n    x = 1\n    # in\n  # out\n# top\ny = 2  # beside\n",
    "nested comments": "class A:\n    def g(self):\n        pass\n        # g\n    # A\nx = 1\n",
    "comment like end": 'x = """\n# not a comment"""\nif x:\n    y = """\n# neither"""\n',
    "parentheses": "(a)\n(\n    b\n).c()\n[x for x in (1,\n2)]\n",
    "other letters": "größe = 'äöü'; b = größe\nπ = '😀' + größe\n",
    "one line": "if x: y = 1\nelse: y = 2\nz = 3;\n",
    "continued": "x = 1 + \\\n    2\nassert x, \\\n    'no'\n",
    "empty": "",
    "blank": "\n\n   \n# only this\n",
}
UNUSUAL = ["x = 1\r\ny = 2\r\n", "x = 1\n\x0cy = 2\n", "x = 1; y = 2\n", "@ \\\na\ndef f(): ...\n"]


def typed(text: str) -> Document:
    document = Document("typed.py", "")
    document.change([TextChange(text)], 1, Encoding.UTF16)
    return document


def layout(document: Document) -> list[object]:
    return [
        (chunk.text, chunk.first_line, chunk.first_column, chunk.broken, spans(document, index))
        for index, chunk in enumerate(document.chunks)
    ]


def spans(document: Document, index: int) -> list[object]:
    chunk = document.chunks[index]
    nodes = [node for statement in chunk.statements for node in ast.walk(statement)]
    places = [chunk.span(node) for node in nodes if hasattr(node, "lineno")]
    return [(place.start, place.end) for place in places]


@pytest.mark.parametrize("text", [*SOUND.values(), *UNUSUAL], ids=[*SOUND, *map(repr, UNUSUAL)])
def test_opened_and_typed_texts_are_read_alike(text: str) -> None:
    assert layout(Document("opened.py", text)) == layout(typed(text))


def test_own_files_are_read_alike() -> None:
    for file in sorted(PROJECT.glob("server/seismograd/source/**/*.py")):
        text = file.read_text(encoding="utf-8")
        assert parse_whole(text.encode()) is not None
        assert layout(Document("opened.py", text)) == layout(typed(text)), file


@pytest.mark.parametrize("text", [*UNUSUAL, "def f(:\n    pass\n", "x = (\n"])
def test_takes_no_risk_with_unusual_texts(text: str) -> None:
    assert parse_whole(text.encode()) is None


def test_statements_read_anew_stand_where_the_old_ones_did() -> None:
    document = Document("opened.py", "import a\n\n\ndef f():\n    return a\n")
    chunk = document.chunks[1]
    before = [chunk.span(node) for node in ast.walk(chunk.statements[0]) if hasattr(node, "lineno")]
    document.rest()
    after = [chunk.span(node) for node in ast.walk(chunk.statements[0]) if hasattr(node, "lineno")]
    assert before == after
    assert before[0].start.line == 4
