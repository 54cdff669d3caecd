from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.generate.with_model.lookups import looked_up
from tests.reproduce.generate.with_model.small_case import MODEL, make_case


def look(root: Path, request: str) -> str:
    return looked_up(request, make_case(root), Quotes())


@pytest.mark.parametrize(
    "request_", ["file model.py", "file: `model.py`", "File ./model.py", "file model.py 1-900"]
)
def test_a_whole_file_is_shown_with_its_numbers(tmp_path: Path, request_: str) -> None:
    shown = look(tmp_path, request_)
    assert "lines 1 to 6 of 6" in shown
    assert "   6 |         return x.squeeze()" in shown


@pytest.mark.parametrize(
    "request_",
    ["file model.py 5-6", "file model.py:5-6", "file model.py, lines 5 to 6", "symbol Net"],
)
def test_lines_and_symbols(tmp_path: Path, request_: str) -> None:
    shown = look(tmp_path, request_)
    assert "   5 |     def forward(self, x):" in shown
    assert "import torch" not in shown


def test_a_search_tells_places_and_takes_no_patterns(tmp_path: Path) -> None:
    assert "| model.py:6: return x.squeeze()" in look(tmp_path, "search SQUEEZE()")
    assert "no search" in look(tmp_path, "search (a+)+$")
    (tmp_path / "many.py").write_text("x = 1\n" * 500)
    assert look(tmp_path, "search x = 1").count("many.py:") == 30


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("file ../../etc/passwd", "no text"),
        ("file /etc/passwd", "no text"),
        ("file .env", "no text"),
        ("symbol Nothing", "no symbol"),
        ("run rm -rf /", "A request is one of"),
        ("", "A request is one of"),
        ("file", "A request is one of"),
    ],
)
def test_what_there_is_not_is_told(tmp_path: Path, request_: str, words: str) -> None:
    (tmp_path / ".env").write_text("KEY=secret")
    shown = look(tmp_path, request_)
    assert words in shown
    assert "secret" not in shown


def test_long_files_are_cut(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("y = 2\n" * 5_000 + MODEL)
    assert look(tmp_path, "file long.py").count("y = 2") == 300
    assert "5004 | class Net:" in look(tmp_path, "file long.py 5000-9000")
