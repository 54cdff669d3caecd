from __future__ import annotations

import ast
import json

import pytest

from seismograd.faults import Edit, Position, Span
from seismograd.source.document import UnreadableSource
from seismograd.source.magics import neutralise
from seismograd.source.notebook import Notebook

PATH = "n.ipynb"


def edit(line: int, column: int, end_line: int, end_column: int, text: str) -> Edit:
    return Edit(Span(PATH, Position(line, column), Position(end_line, end_column)), text)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("%matplotlib inline\nx = 1", "_#\nx = 1"),
        ("if x:\n    !pip install y", "if x:\n    _#"),
        ("files = !ls", "files = _#"),
        ("%time x = f()", "_;    x = f()"),
        ("%%timeit\nf()", "_#\nf()"),
        ("%%bash\nls -l\n\necho", "#\n#\n\n#"),
        ("nn.Linear?", "_#"),
        ("?nn", "_#"),
        ("!pip install a \\\n  b\nx = 1", "_#\n#\nx = 1"),
        ("%%writefile a.py\n# seismograd: ignore-file", "#\n#"),
        ("x = (a\n  % b)", "x = (a\n  % b)"),
        ("x = a \\\n  % b", "x = a \\\n  % b"),
        ('"""\n%not a magic\n"""\n%a_magic', '"""\n%not a magic\n"""\n_#'),
        ("x = '''(' \n! '''\n!ls", "x = '''(' \n! '''\n_#"),
        ("# ends (\n!ls", "# ends (\n_#"),
        ("s = 'it\\'s ('\n!ls", "s = 'it\\'s ('\n_#"),
    ],
)
def test_magics_become_python_of_the_same_size(cell: str, expected: str) -> None:
    neutral = neutralise(cell)
    assert _without_blanks(neutral) == _without_blanks(expected)
    assert [len(line) for line in neutral.split("\n")] == [len(x) for x in cell.split("\n")]
    ast.parse(neutral)


def _without_blanks(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n")]


def test_cells_share_one_text_and_places_map_both_ways() -> None:
    notebook = Notebook(["a = 1\n", "", "b = a\nc = b"])
    assert notebook.text == "a = 1\n\n\nb = a\nc = b"
    for line, cell, inner in ((1, 0, 1), (2, 0, 2), (3, 1, 1), (4, 2, 1), (5, 2, 2)):
        assert notebook.locate(Position(line, 3)) == (cell, Position(inner, 3))
        assert notebook.joined(cell, Position(inner, 3)) == Position(line, 3)


def test_a_place_past_the_end_is_in_the_last_cell() -> None:
    assert Notebook(["a", "b"]).locate(Position(9, 1)) == (1, Position(8, 1))


def test_edits_go_to_their_cells_and_keep_magics() -> None:
    notebook = Notebook(["%matplotlib inline\nlr = 10", "train(lr)"])
    edits = [edit(2, 6, 2, 8, "0.1"), edit(3, 1, 3, 1, "fit, ")]
    assert notebook.edited_cells(edits) == {
        0: "%matplotlib inline\nlr = 0.1",
        1: "fit, train(lr)",
    }


def test_removing_the_last_line_of_a_cell_leaves_the_next_cell_alone() -> None:
    assert Notebook(["a\nb", "c"]).edited_cells([edit(2, 1, 3, 1, "")]) == {0: "a\n"}


def test_an_edit_over_a_cell_border_is_refused() -> None:
    assert Notebook(["a\nb", "c"]).edited_cells([edit(2, 1, 3, 2, "")]) is None


def as_file(cells: list[dict[str, object]], **layout: object) -> bytes:
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, **layout).encode()  # type: ignore[arg-type]


CELLS: list[dict[str, object]] = [
    {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "text"]},
    {"cell_type": "code", "metadata": {"x": 1e-5}, "outputs": [], "source": ["a = 1\n", "b = 2"]},
    {"cell_type": "code", "metadata": {}, "outputs": [], "source": "c = 'é'"},
    {"cell_type": "code", "metadata": {}, "outputs": [], "source": []},
]


@pytest.mark.parametrize(
    "layout",
    [
        {"indent": 1},
        {"indent": 4, "ensure_ascii": False},
        {},
        {"separators": (",", ":")},
        {"indent": "\t", "sort_keys": True},
    ],
)
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_writing_back_changes_only_the_edited_source(layout: dict[str, object], end: bytes) -> None:
    notebook = Notebook.from_json(as_file(CELLS, **layout) + end)
    assert notebook.cells == ("a = 1\nb = 2", "c = 'é'", "")
    changed = json.loads(json.dumps(CELLS))
    changed[1]["source"] = ["a = 1\n", "b = 3\n", "d"]
    changed[2]["source"] = "c = 'ü'"
    expected = as_file(changed, **layout) + end
    assert notebook.to_json({0: "a = 1\nb = 3\nd", 1: "c = 'ü'"}) == expected


def test_cells_are_numbered_as_in_the_file() -> None:
    notebook = Notebook.from_json(as_file(CELLS))
    assert [notebook.cell_number(index) for index in range(3)] == [2, 3, 4]


def test_a_notebook_in_another_language_has_no_python() -> None:
    content = {"cells": CELLS, "metadata": {"kernelspec": {"language": "julia"}}}
    assert Notebook.from_json(json.dumps(content).encode()).cells == ()


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b'{"cells": 3}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_notebook_is_said_to_be_none(raw: bytes) -> None:
    with pytest.raises(UnreadableSource):
        Notebook.from_json(raw)


@pytest.mark.parametrize("cell", [3, {}, {"cell_type": "code"}, {"cell_type": "code", "source": 3}])
def test_odd_cells_are_passed_over(cell: object) -> None:
    raw = json.dumps({"cells": [cell, *CELLS], "metadata": None}).encode()
    assert len(Notebook.from_json(raw).cells) == 3
