"""Whatever a project puts in the place of a file: nobody waits, and nobody reads without end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.cli.folder_settings import FolderSettings as CliSettings
from seismograd.cli.main import main
from seismograd.lsp.folder_settings import Folder, FolderSettings
from seismograd.lsp.run_findings import is_text_of_file
from seismograd.lsp.workspace_files import WorkspaceFiles
from seismograd.own_documents import own_document
from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.project_files import project_text
from seismograd.reproduce.generate.offline.inputs.known_settings import settings_files
from seismograd.reproduce.report.bug_report import NoReport
from seismograd.reproduce.report.load import load_report_file
from seismograd.reproduce.validate.controls.patched_line import patched_files
from seismograd.runs import told
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.settings_file import read_settings
from seismograd.source import file_search
from seismograd.source.file_search import FileSearch
from seismograd.source.ignore_files import gitignore_layer
from seismograd_sandbox.host.copying import copy_file, same_content
from seismograd_sandbox.host.docker_engine.images.requirement_files import requirement_files
from seismograd_sandbox.host.project_copy import copy_project
from seismograd_sandbox.host.python_files import read_python
from seismograd_sandbox.host.removal import remove_tree
from seismograd_sandbox.host.sandbox import SandboxUnusable
from tests.benchmarks.trace_generator import write_trace
from tests.security.bounded import bounded, limited_files
from tests.security.hostile_files import KINDS, SECRET, put

CODE = "import torch\nSECRET = {'a': 1, 'b': 2}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def _patched(root: Path) -> object:
    return patched_files(root, (Patch("net.py", 1, 1, "pass", "a change"),))


def _project_text(root: Path) -> object:
    try:
        return project_text(root, "net.py")
    except OSError:
        return None


READERS: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "settings": (
        "pyproject.toml",
        "[tool.seismograd]\nentry = 'SECRET'\n",
        lambda root: read_settings(root)[0].entry,
    ),
    "ignore file": (".gitignore", "SECRET\n", lambda root: gitignore_layer(str(root))),
    "settings of code": ("conf.yaml", "SECRET: 1\n", settings_files),
    "patched file": ("net.py", CODE, _patched),
    "source text": ("net.py", CODE, _project_text),
    "requirements": ("requirements.txt", "SECRET\n", requirement_files),
    "result": (
        "result.json",
        '{"a": "SECRET"}',
        lambda root: own_document(root / "result.json", root),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_no_reader_falls_for_a_hostile_file(project: Path, reader: str, kind: str) -> None:
    name, like, read = READERS[reader]
    put(kind, project / name, like)
    with bounded():
        assert SECRET not in repr(read(project))


@pytest.mark.parametrize("kind", ["fifo", "device", "sparse"])
def test_a_report_from_an_editor_is_a_regular_file(project: Path, kind: str) -> None:
    put(kind, project / "issue.md")
    with bounded(), pytest.raises(NoReport):
        load_report_file(str(project / "issue.md"))


def test_a_settings_file_that_is_too_large_is_told(project: Path) -> None:
    put("sparse", project / "pyproject.toml")
    with bounded():
        problems = read_settings(project)[2]
    assert "larger than 1,000,000 bytes" in problems[0]


@pytest.mark.parametrize("kind", ["device", "sparse", "fifo"])
def test_the_workspace_of_an_editor_holds_no_endless_file(project: Path, kind: str) -> None:
    put(kind, project / "train.py")
    (project / "net.py").write_text(CODE)
    settings = FolderSettings(())
    settings.replace([Folder(project.as_uri(), str(project))], {})
    with bounded():
        found = WorkspaceFiles(settings).everything()
        assert not is_text_of_file(str(project / "train.py"), CODE)
    assert found == [str(project / "net.py")]


@pytest.mark.parametrize("kind", ["device", "fifo", "outside"])
def test_settings_of_a_repository_are_a_file_of_it(project: Path, kind: str) -> None:
    put(kind, project / ".git" / "config", '[core]\n\tx = SECRET\n[remote "a"]\n\turl = SECRET\n')
    scratch = project.parent / "scratch"
    with bounded():
        copy_project(project, scratch)
    assert (scratch / ".git" / "config").read_text().strip() == ""


def test_an_environment_has_a_plain_settings_file(project: Path) -> None:
    put("fifo", project / "venv" / "pyvenv.cfg")
    with bounded():
        assert read_python(project / "venv" / "bin" / "python") is None


def test_only_regular_files_are_copied_and_compared(project: Path) -> None:
    put("fifo", project / "pipe")
    (project / "plain").write_text("x")
    with bounded():
        with pytest.raises(OSError, match="not a regular file"):
            copy_file(project / "pipe", project / "copy")
        assert not same_content(project / "plain", project / "pipe")


def test_folders_in_folders_have_an_end(project: Path) -> None:
    deep = project.joinpath(*["d"] * 600)
    deep.mkdir(parents=True)
    (deep / "train.py").write_text(CODE)
    (project / "net.py").write_text(CODE)
    search = FileSearch(CliSettings({}).excludes)
    with bounded():
        assert list(search.files(project)) == [str(project / "net.py")]
        assert CliSettings({}).file_of(str(deep)) is None
        with pytest.raises(SandboxUnusable, match="100 deep"):
            copy_project(project, project.parent / "scratch")
    assert "100 deep" in "".join(search.unreadable.values())


@pytest.mark.parametrize("open_files", [256, 8_000])
def test_what_a_run_nested_is_listed_and_removed(project: Path, open_files: int) -> None:
    scratch = project.parent / "scratch"
    (project / "net.py").write_text(CODE)
    copy = copy_project(project, scratch)
    script = "import os\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')\n"
    subprocess.run([sys.executable, "-c", script], cwd=scratch, check=True)
    try:
        with bounded(), limited_files(open_files):
            assert copy.written() == []
            remove_tree(scratch)
        assert not scratch.exists()
    finally:
        # What is left would be too deep for the tidying up of the tests as well.
        subprocess.run(["rm", "-rf", str(scratch)], check=True)


def test_a_search_stops_at_a_bound_and_says_so(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        (project / f"m{number:02}.py").write_text("")
        (project / f"f{number:02}").mkdir()
    monkeypatch.setattr(file_search, "MOST_SOURCES", 10)
    search = FileSearch(lambda _: None)
    assert len(list(search.files(project))) == 10
    assert "more than 10 Python files" in search.unreadable[str(project)]
    monkeypatch.undo()
    monkeypatch.setattr(file_search, "MOST_FOLDERS", 5)
    search = FileSearch(lambda _: None)
    list(search.files(project))
    assert "more than 5 folders" in search.unreadable[str(project)]


def test_links_in_a_circle_and_out_are_not_searched(project: Path) -> None:
    (project / "net.py").write_text(CODE)
    (project / "again").symlink_to(project)
    put("outside", project / "linked.py", CODE)
    assert list(FileSearch(lambda _: None).files(project)) == [str(project / "net.py")]


def test_a_link_that_the_user_names_is_checked(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put("outside", project / "linked.py", "import torch\nx = 1  # seismograd: ignore\n")
    monkeypatch.chdir(project)
    assert main(["check", "linked.py"]) == 1
    assert "linked.py:2" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["fifo", "device", "sparse"])
def test_a_check_of_a_hostile_project_ends(
    project: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pyproject.toml", "train.py", "nb.ipynb", ".gitignore", "conf.json"):
        put(kind, project / name)
    reads = "import json, torch\nlr = json.load(open('conf.json'))\n"
    (project / "net.py").write_text(reads)
    monkeypatch.chdir(project)
    with bounded():
        assert main(["check", "--jobs", "1", "."]) in (0, 1)
        assert main(["show", "net.py"]) == 0
    assert os.path.lexists(project / "train.py")


def test_a_trace_is_read_as_far_as_the_runner_writes(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "MOST_BYTES", 4_000)
    folder = RunFolder(project / "run")
    folder.path.mkdir()
    write_trace(folder.trace, 100_000)
    found = told.told_by_trace(folder)
    assert 0 < sum(found.events.values()) < 200
    assert "read up to 4,000 bytes" in str(told.trace_trouble(folder, RunRecord(), found))
    with told.FollowedTrace(folder) as followed:
        assert followed.refresh().events == found.events


@pytest.mark.parametrize("kind", ["fifo", "device"])
def test_a_report_that_is_no_regular_file_is_refused_at_once(
    project: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(kind, project / "report.md")
    with bounded():
        words = ["reproduce", "--issue", str(project / "report.md"), "--show-criteria"]
        assert main([*words, str(project)]) == 2
    assert "is a pipe or device, not a regular file" in (said := capsys.readouterr().err)
    assert "pass - to read standard input" in said
