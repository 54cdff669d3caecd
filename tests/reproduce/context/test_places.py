from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.context.places import Places
from seismograd.reproduce.report.bug_report import CitedPlace, ReportedFrame
from tests.reproduce.context.projects import view_of

FILES = {
    "src/pkg/__init__.py": "",
    "src/pkg/model.py": """
        class Net:
            def forward(self, x):
                y = x + 1
                return y @ x
    """,
    "src/pkg/deep/model.py": "def deep():\n    return 1\n",
    "src/pkg/module.py": "def own():\n    return 1\n",
    "train.py": "def main():\n    print('a')\n    print('b')\n",
}


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(view_of(tmp_path, FILES))


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/home/x/.venv/lib/python3.11/site-packages/pkg/model.py", "src/pkg/model.py"),
        (r"C:\Python\Lib\site-packages\pkg\deep\model.py", "src/pkg/deep/model.py"),
        ("/home/bob/work/other-name/train.py", "train.py"),
        ("train.py", "train.py"),
        ("./src/pkg/model.py", "src/pkg/model.py"),
        ("pkg/deep/model.py", "src/pkg/deep/model.py"),
        ("/x/site-packages/torch/nn/modules/module.py", None),
        ("/usr/lib/python3.11/site-packages/other/model.py", None),
        ("/usr/lib/python3.11/train.py", None),
        ("/somewhere/else/module.py", None),
        ("model.py", None),
        ("nowhere.py", None),
        ("", None),
        ("/" * 5000, None),
    ],
)
def test_files_of_other_machines(places: Places, path: str, file: str | None) -> None:
    assert places.file_of(path) == file


def test_what_stands_in_a_file_decides_between_two(places: Places) -> None:
    assert places.file_of("model.py", function="deep") == "src/pkg/deep/model.py"
    assert places.file_of("model.py", code="return y @ x") == "src/pkg/model.py"


@pytest.mark.parametrize(
    ("frame", "line", "symbol"),
    [
        (ReportedFrame("pkg/model.py", 4, "forward", "return y @ x"), 4, "Net.forward"),
        (ReportedFrame("pkg/model.py", 90, "forward", "return y @ x"), 4, "Net.forward"),
        (ReportedFrame("pkg/model.py", 3, "forward"), 3, "Net.forward"),
        (ReportedFrame("pkg/model.py", 900, "forward"), None, "Net.forward"),
        (ReportedFrame("pkg/model.py", 1, "forward", "gone = 1"), None, "Net.forward"),
        (ReportedFrame("pkg/model.py", None, "forward"), None, "Net.forward"),
        (ReportedFrame("pkg/model.py", 3, "Net.forward", "gone = 1"), 3, "Net.forward"),
    ],
)
def test_lines_that_moved(
    places: Places, frame: ReportedFrame, line: int | None, symbol: str
) -> None:
    place = places.of_frame(frame)
    assert place is not None
    assert (place.line, place.symbol.name if place.symbol else None) == (line, symbol)


def test_citations(places: Places) -> None:
    found = places.of_citation(CitedPlace("src/pkg/model.py", 3, 4))
    assert found is not None
    assert (found.file, found.line) == ("src/pkg/model.py", 3)
    beyond = places.of_citation(CitedPlace("train.py", 500))
    assert beyond is not None
    assert beyond.line is None
