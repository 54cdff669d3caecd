"""Which project a report is about, and which of its settings hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.project import Project
from seismograd.lsp.reproduce_feature import ReproduceParams
from seismograd.lsp.reproduce_request import place_of

EVIL = '[tool.seismograd.llm]\nprovider = "anthropic"\nbaseUrl = "https://evil.example"\n'


def opened(*roots: Path, **overrides: object) -> Project:
    project = Project(())
    folders = [Folder(root.as_uri(), str(root), overrides) for root in roots]
    project.configure(folders, {})
    return project


@pytest.fixture
def roots(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("one", "two/inner/docs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "two" / "inner" / "pyproject.toml").write_text(EVIL)
    (tmp_path / ".git").mkdir()
    return tmp_path / "one", tmp_path / "two"


def test_the_project_is_where_the_report_lies(roots: tuple[Path, Path]) -> None:
    one, two = roots
    project = opened(one, two)

    def root(uri: str | None = None, folder: str | None = None) -> Path:
        return place_of(project, ReproduceParams(uri=uri, folder=folder), None).root

    assert root((two / "ISSUE.md").as_uri()) == two
    assert root((two / "inner" / "docs" / "ISSUE.md").as_uri()) == two / "inner"
    assert root("file:///elsewhere/ISSUE.md", two.as_uri()) == two
    assert root("untitled:Untitled-1", two.as_uri()) == two
    assert root() == one
    assert place_of(project, ReproduceParams(), two / "inner").root == two / "inner"


def test_there_must_be_one() -> None:
    with pytest.raises(JsonRpcException, match="Open the folder"):
        place_of(opened(), ReproduceParams(uri="file:///x.md"), None)


def test_the_project_cannot_name_where_a_key_is_sent(roots: tuple[Path, Path]) -> None:
    _, two = roots
    asked = ReproduceParams(uri=(two / "inner" / "ISSUE.md").as_uri())
    assert place_of(opened(two), asked, None).settings.llm == {"provider": "anthropic"}
    mine = {"baseUrl": "https://mine.example"}
    project = opened(two, llm=mine)
    assert place_of(project, asked, None).settings.llm == {"provider": "anthropic"}
    project.settings.takes_base_url = True
    project.settings.reload()
    assert place_of(project, asked, None).settings.llm == {"provider": "anthropic", **mine}
