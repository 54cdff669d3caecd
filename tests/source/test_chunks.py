from __future__ import annotations

import ast

import pytest

from seismograd.faults import Position
from seismograd.source.chunks import top_level_blocks, written_names
from seismograd.source.document import Document
from seismograd.source.positions import Encoding, from_code_points, to_code_points

# Every kind of node, after text of one, two, three and four bytes; CR LF; tabs; several lines.
SOURCE = """é = '漢字😀'; b = é.x[0](é, k='ü') + -1
@décor(é)
def f(a: int = 1, *ä, k=2, **ö) -> str:
\treturn {'ß': [é for é in (a, *ä) if é], **ö}, {a}, lambda ñ: ñ or not a, a if a else b
class Ö(é.Base, metaclass=b): x: int = 3
with é as (a, b), b: a += 1; del a
try: raise é from b
except (É, b) as e: assert a, 'ü'
for i, j in é: a = b = '''ü
ö''' + é[1:2, ...]
'''é'''; z = a < b <= é is not None
async def g(): await é; return [(yield é)]
match é:
    case {'ü': 1} | [é, *_]: global q
import é.b as ü; from é import b as ö
"""


@pytest.mark.parametrize("source", [SOURCE, SOURCE.replace("\n", "\r\n")])
def test_every_node_stands_where_its_text_is(source):
    document = Document("a.py", source)
    assert not document.has_errors
    checked = 0
    for chunk in document.chunks:
        for statement in chunk.statements:
            for node in ast.walk(statement):
                if hasattr(node, "lineno"):
                    expected = ast.get_source_segment(
                        chunk.text.decode().replace("\r\n", "\n"), node
                    )
                    found = document.slice(chunk.span(node)).replace("\r\n", "\n")
                    assert found == expected
                    checked += 1
    assert checked > 120


def test_places_move_with_their_statement():
    document = Document("a.py", "a = 1\nb = 2\n")
    chunk = document.chunks[1]
    node = chunk.statements[0].value
    assert chunk.span(node).start == Position(2, 5)
    from seismograd.source.document import TextChange

    document.change([TextChange("# é\n\n", (0, 0), (0, 0))], 1, Encoding.UTF16)
    assert document.chunks[1] is chunk
    assert chunk.span(node).start == Position(4, 5)


@pytest.mark.parametrize(
    ("encoding", "units"),
    [
        (Encoding.UTF8, [0, 1, 3, 6, 10]),
        (Encoding.UTF16, [0, 1, 2, 3, 5]),
        (Encoding.CODE_POINTS, [0, 1, 2, 3, 4]),
    ],
)
def test_columns_in_each_unit(encoding, units):
    line = "aé漢😀"
    assert [from_code_points(line, column, encoding) for column in range(5)] == units
    assert [to_code_points(line, unit, encoding) for unit in units] == [0, 1, 2, 3, 4]
    assert to_code_points(line, 99, encoding) == 4


WRITES = {
    "a = b = 1": {"a", "b"},
    "(a, [b, *c]) = x": {"a", "b", "c"},
    "a.b[0].c = 1": {"a"},
    "a += 1": {"a"},
    "a: int = 1": {"a"},
    "a.append(1)": {"a"},
    "print(a)": set(),
    "def f(): x = 1": {"f"},
    "class A: x = 1": {"A"},
    "import a.b, c as d": {"a", "d"},
    "from a import b as c, d": {"c", "d"},
    "from a import *": {"*"},
    "for i, j in x:\n    k = 1\nelse:\n    m = 1": {"i", "j", "k", "m"},
    "while x:\n    a = 1": {"a"},
    "if x:\n    a = 1\nelif y:\n    b = 1\nelse:\n    c = 1": {"a", "b", "c"},
    "with x as a, y as (b, c):\n    d = 1": {"a", "b", "c", "d"},
    "try:\n    a = 1\nexcept E as e:\n    b = 1\nelse:\n    c = 1\nfinally:\n    d = 1": {
        "a",
        "b",
        "c",
        "d",
    },
    "match x:\n    case 1:\n        a = 1": {"a"},
}


@pytest.mark.parametrize(("code", "expected"), WRITES.items(), ids=list(WRITES))
def test_written_names(code, expected):
    assert set(written_names(ast.parse(code).body[0])) == expected


def test_a_long_chain_of_conditions_is_no_deep_recursion():
    code = "if x: pass\n" + "".join(f"elif x: a{i} = 1\n" for i in range(900))
    document = Document("a.py", code)
    assert len(document.chunks[0].writes) == 900


BLOCKS = {
    "a = 1\nb = 2\n": ["a = 1", "b = 2"],
    "def f(:\n    x\n\n    y\nb": ["def f(:\n    x\n\n    y", "b"],
    "@d\n@e(\n 1)\ndef f(:\n  x\nb": ["@d\n@e(\n 1)\ndef f(:\n  x", "b"],
    "try:\n  a\nexcept:\n  b\nelse:\n  c\nd(": ["try:\n  a\nexcept:\n  b\nelse:\n  c", "d("],
    "x = [\n1,\n]\n": ["x = [", "1,\n]"],
    "a = \\\nb\nc": ["a = \\\nb", "c"],
    "a\n# note\nb": ["a\n# note", "b"],
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.items(), ids=str)
def test_broken_text_is_cut_by_indentation(text, expected):
    raw = text.encode()
    found = [raw[start:end].decode().rstrip() for start, end in top_level_blocks(raw)]
    assert [block for block in found if block] == expected
