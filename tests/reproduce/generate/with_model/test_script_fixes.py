from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.generate.with_model.script_fixes import (
    path_line,
    with_paths,
    without_annotations,
)

SRC = ProjectView(Path(), search_path=(".", "src"))
FLAT = ProjectView(Path())


@pytest.mark.parametrize(
    ("script", "after"),
    [
        ("import net\n", "import sys\n\nsys.path[:0] = ['src']\nimport net\n"),
        (
            '"""What."""\nfrom __future__ import annotations\nimport net\n',
            '"""What."""\nfrom __future__ import annotations\n'
            "import sys\n\nsys.path[:0] = ['src']\nimport net\n",
        ),
        ("import sys\nsys.path.append('src')\n", "import sys\nsys.path.append('src')\n"),
        ("import = 1\n", "import = 1\n"),
    ],
)
def test_a_script_gets_the_folders_that_it_needs(script: str, after: str) -> None:
    assert with_paths(script, SRC) == after
    assert with_paths(script, FLAT) == script


def test_where_the_root_is_enough_nothing_is_needed() -> None:
    assert path_line(FLAT) == ""


def test_annotated_constants_become_plain_ones() -> None:
    script = 'SIZE: tuple[int, int] = (32, 64)  # wide\nBATCH: "int" = 2\nx: int\n'
    assert without_annotations(script) == "SIZE = (32, 64)  # wide\nBATCH = 2\nx: int\n"
    assert without_annotations("def f(:") == "def f(:"
    assert without_annotations("x = 1; y: int = 2\n") == "x = 1; y: int = 2\n"
