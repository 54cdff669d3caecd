"""Import names hold for a script in the root; real imports run_fresh it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.reproduce.context.project_view import ProjectView
from tests.reproduce.context.projects import view_of

FLAT = {"model.py": "class Net: ...", "train.py": "from model import Net"}
PACKAGE = {
    "pkg/__init__.py": "from .model import Net",
    "pkg/model.py": "class Net: ...",
    "pkg/deep/__init__.py": "",
    "pkg/deep/more.py": "from ..model import Net\nclass More(Net): ...",
}
SRC = {
    "src/pkg/__init__.py": "",
    "src/pkg/model.py": "class Net: ...",
    "src/pkg/use.py": "from pkg.model import Net",
    "tests/test_net.py": "from pkg.model import Net\ndef test_it(): ...",
}
SRC_AS_PACKAGE = {
    "src/models/net.py": "class Net: ...",
    "train.py": "from src.models.net import Net",
}
NAMESPACE = {"models/net.py": "class Net: ...", "train.py": "from models.net import Net"}
SCRIPTS = {
    "scripts/train.py": "import helper\nfrom helper import go\ngo()",
    "scripts/helper.py": "def go(): ...",
}
ODD_FOLDER = {"my-project/model.py": "class Net: ...", "my-project/run.py": "import model"}
SCRIPT_IN_PACKAGE = {
    "pkg/__init__.py": "",
    "pkg/train.py": "import helpers\nclass Loop: ...",
    "pkg/helpers.py": "def go(): ...",
}
SAME_NAMES = {
    "first/train.py": "import common",
    "first/common.py": "class A: ...",
    "second/train.py": "import common",
    "second/common.py": "class B: ...",
}


def _importable(view: ProjectView) -> None:
    """Every symbol can be imported by its name, with the search path and from the root."""
    lines = ["import sys", f"sys.path[:0] = {list(view.search_path)!r}"]
    for symbol in view.symbols:
        assert symbol.module, symbol
        lines.append(f"import {symbol.module}")
        lines.append(f"assert hasattr({symbol.module}, {symbol.name.split('.')[0]!r})")
        lines.append(f"assert {symbol.module}.__file__.endswith({symbol.file!r})")
    done = subprocess.run(
        [sys.executable, "-S", "-c", "\n".join(lines)],
        cwd=view.root,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (FLAT, {"model.Net"}),
        (PACKAGE, {"pkg.model.Net", "pkg.deep.more.More"}),
        (SRC, {"pkg.model.Net", "tests.test_net.test_it"}),
        (SRC_AS_PACKAGE, {"src.models.net.Net"}),
        (NAMESPACE, {"models.net.Net"}),
        (SCRIPTS, {"helper.go"}),
        (ODD_FOLDER, {"model.Net"}),
        (SCRIPT_IN_PACKAGE, {"pkg.train.Loop", "pkg.helpers.go"}),
        (SAME_NAMES, {"common.A", "second.common.B"}),
    ],
    ids=["flat", "package", "src", "src-as-package", "namespace", "scripts",
         "odd-folder", "script-in-package", "same-names"],
)  # fmt: skip
def test_names_are_those_that_imports_take(
    tmp_path: Path, files: dict[str, str], names: set[str]
) -> None:
    view = view_of(tmp_path, files)

    assert {symbol.qualified for symbol in view.symbols} == names
    _importable(view)


def test_what_cannot_be_imported_has_no_module(tmp_path: Path) -> None:
    view = view_of(tmp_path, {"01-train.py": "def go(): ...\ngo()"})

    assert [(s.module, s.name) for s in view.symbols] == [("", "go")]
    assert [call.callee for call in view.calls] == ["go"]
