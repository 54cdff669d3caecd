"""A file that comes or goes makes only those checked again whose imports it changes."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol.types import FileChangeType as Change

from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.project import Project
from seismograd.lsp.watched_files import _note
from seismograd.rules.registry import all_rules

FILES = 300
SCRIPT = """import torch
from torch import nn
import pandas
from shared.width import WIDTH
from .helper{number} import scale

net = nn.Sequential(nn.Linear(WIDTH, 10), nn.Softmax(dim=1))
loss = nn.CrossEntropyLoss()(net(torch.randn(4, 8)), torch.zeros(4, dtype=torch.long))
"""


class Session:
    """A project in workspace mode, and which of its files were checked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = Project(all_rules())
        folder = Folder(root.as_uri(), str(root), {"checkMode": "workspace"})
        self.project.configure([folder], {})
        self.settle()

    def settle(self) -> list[str]:
        """Bring everything up to date; the names of the files that were checked for it."""
        stale = self.project.stale_paths()
        for path in stale:
            self.project.settle(path)
        assert self.project.stale_paths() == []
        return sorted(str(Path(path).relative_to(self.root)) for path in stale)

    def write(self, name: str, text: str) -> list[str]:
        path = self.root / name
        kind = Change.Changed if path.exists() else Change.Created
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return self.tell(name, kind)

    def remove(self, name: str) -> list[str]:
        (self.root / name).unlink()
        return self.tell(name, Change.Deleted)

    def tell(self, name: str, kind: Change) -> list[str]:
        server: Any = SimpleNamespace(project=self.project)
        _note(server, str(self.root / name), kind)
        return self.settle()

    def findings(self) -> set[tuple[str, str, str]]:
        project = self.project
        return {
            (found.code, found.span.file, found.message)
            for path in project.checked_paths()
            for found in project.visible_findings(path)
        }


@pytest.fixture
def session(tmp_path: Path) -> Session:
    write(tmp_path / "shared" / "__init__.py", "")
    write(tmp_path / "shared" / "width.py", "import torch\nWIDTH = 8\n")
    for number in range(FILES):
        text = SCRIPT.format(number=number)
        write(tmp_path / f"package{number % 10}" / f"script{number}.py", text)
    return Session(tmp_path)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_file_that_nobody_imports_is_checked_alone(session: Session) -> None:
    assert session.write("other.py", "import torch\n") == ["other.py"]
    assert session.write("package3/other.py", "import torch\n") == ["package3/other.py"]
    assert session.write("deep/er/other.py", "import torch\n") == ["deep/er/other.py"]
    assert session.remove("other.py") == []


def test_files_that_concern_nobody_cause_no_check(session: Session) -> None:
    assert session.write("plain.py", "print('no model here')\n") == []
    assert session.write("settings.yaml", "a: 1\n") == []
    assert session.write("package1/data.json", "{}") == []


def test_an_import_that_leads_somewhere_now_makes_its_importer_checked(session: Session) -> None:
    helper = "package4/helper14.py"
    assert session.write(helper, "scale = 2\n") == ["package4/script14.py"]
    assert session.remove(helper) == ["package4/script14.py"]
    assert session.write("package4/helper14/__init__.py", "scale = 2\n") == ["package4/script14.py"]


def test_a_file_that_shadows_another_makes_its_importers_checked(session: Session) -> None:
    inner = [f"package2/script{number}.py" for number in range(2, FILES, 10)]
    assert session.write("package2/shared/width.py", "WIDTH = 9\n") == sorted(inner)
    assert session.remove("package2/shared/width.py") == sorted(inner)


def test_a_removed_module_makes_all_of_its_importers_checked(session: Session) -> None:
    assert len(session.remove("shared/width.py")) == FILES


def test_a_file_that_an_import_imports_counts_as_well(tmp_path: Path) -> None:
    write(tmp_path / "main.py", SCRIPT.format(number=0))
    write(tmp_path / "shared" / "width.py", "from shared.inner import WIDTH\n")
    session = Session(tmp_path)
    before = session.findings()
    assert session.write("shared/inner.py", "WIDTH = 9\n") == ["main.py"]
    assert session.findings() == Session(tmp_path).findings() != before


def test_configurations_count_also_before_they_are_there(tmp_path: Path) -> None:
    write(
        tmp_path / "main.py",
        "import json\nimport torch\nfrom torch import nn\n"
        "width = json.load(open('width.json'))['width']\n"
        "net = nn.Sequential(nn.Linear(4, width), nn.Linear(8, 2))\nnet(torch.randn(3, 4))\n",
    )
    write(tmp_path / "other.py", "import torch\n")
    session = Session(tmp_path)
    assert session.write("width.json", '{"width": 9}') == ["main.py"]
    wrong = session.findings()
    assert wrong == Session(tmp_path).findings()
    assert session.write("width.json", '{"width": 8}') == ["main.py"]
    assert session.findings() == Session(tmp_path).findings() != wrong
    assert session.remove("width.json") == ["main.py"]


def test_a_folder_that_goes_makes_everything_checked(session: Session) -> None:
    assert len(session.tell("shared", Change.Deleted)) > FILES


@pytest.mark.parametrize("seed", range(6))
def test_what_is_found_is_what_a_new_session_finds(tmp_path: Path, seed: int) -> None:
    """Modules that import each other, and come, change and go in any order."""
    source = random.Random(seed)
    names = ["a.py", "b.py", "p/__init__.py", "p/a.py", "p/q/b.py", "src/a.py", "p/main.py"]
    imports = [
        "from a import W", "from b import W", "from p import W", "from p.a import W",
        "from p.q.b import W", "from .a import W", "import p.q.b\nW = p.q.b.W",
        "import p\nW = p.a.W", "W = 8", "W = 9", "from a import *",
    ]  # fmt: skip
    net = "net = nn.Sequential(nn.Linear(4, W), nn.Linear(8, 2))\nnet(torch.randn(3, 4))\n"
    write(tmp_path / "main.py", f"import torch\nfrom torch import nn\nfrom a import W\n{net}")
    session = Session(tmp_path)
    for _ in range(25):
        name = source.choice(names)
        if (tmp_path / name).exists() and source.random() < 0.4:
            session.remove(name)
        else:
            body = net if name.endswith("main.py") else ""
            text = f"import torch\nfrom torch import nn\n{source.choice(imports)}\n{body}"
            session.write(name, text)
        assert session.findings() == Session(tmp_path).findings()
