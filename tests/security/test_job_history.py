"""Nothing of SQLite's is opened inside a project: its journals can name files to delete."""

from __future__ import annotations

import ast
import os
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from seismograd.jobs import JobRecord, JobState
from seismograd.jobs.history import JobHistory
from seismograd.jobs.places import in_cache
from seismograd.lsp.looking_back import LOOK_BACK_AFTER
from seismograd_sandbox.untrusted_files import is_below
from seismograd_sandbox.user_cache import cache_folder, private_cache_folder
from tests.architecture.imports import PRODUCT, ROOT, sources, syntax
from tests.lsp.raw_server import RawServer
from tests.security.hot_journal import write_hot_journal

pytestmark = pytest.mark.slow

REPORTING = """
import sys
def report(event, arguments):
    if event == "sqlite3.connect":
        with open({told!r}, "a") as file:
            file.write(str(arguments[0]) + "\\n")
sys.addaudithook(report)
sys.argv = ["seismograd", *sys.argv[1:]]
from seismograd.cli.main import main
sys.exit(main())
"""
JOB = JobRecord("a", "run", "Run a", JobState.DONE, 1.0)


class HostileProject:
    """A project whose history names a file of the user, and where the product may keep things."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        (self.root / "train.py").write_text("print('trained')\n")
        self.victim = folder / "thesis.txt"
        self.victim.write_text("years of work\n")
        self.cache = folder / "cache"
        self._told = folder / "told.txt"
        for name in ("jobs.db", "history.db", "results.db"):
            write_hot_journal(self.root / ".seismograd" / name, self.victim)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-c", REPORTING.format(told=str(self._told)), *arguments]

    @property
    def opened(self) -> list[str]:
        return self._told.read_text().splitlines() if self._told.exists() else []

    def assert_unharmed(self) -> None:
        assert self.victim.read_text() == "years of work\n"
        allowed = str(self.cache / "seismograd")
        assert [p for p in self.opened if p != ":memory:" and not is_below(p, allowed)] == []
        assert len(list((self.root / ".seismograd").glob("*.db-journal"))) == 3


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostileProject:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return HostileProject(tmp_path)


def test_the_journal_really_deletes_a_file_when_it_is_opened(hostile: HostileProject) -> None:
    connection = sqlite3.connect(hostile.root / ".seismograd" / "jobs.db")
    connection.execute("SELECT * FROM jobs").fetchall()
    connection.close()
    assert not hostile.victim.exists()


@pytest.mark.parametrize("options", [{}, {"trusted": False}, {"trusted": True}])
def test_opening_a_project_in_an_editor_deletes_nothing(
    hostile: HostileProject, options: dict[str, Any]
) -> None:
    with RawServer(hostile.command("serve")) as server:
        address = hostile.root.as_uri()
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": address,
                "workspaceFolders": [{"uri": address, "name": "project"}],
                "capabilities": {},
                "initializationOptions": options,
            },
        )
        server.notify("initialized", {})
        time.sleep(LOOK_BACK_AFTER + 0.5)
        command = {"command": "seismograd.jobHistory", "arguments": []}
        assert server.request("workspace/executeCommand", command) == []
        server.leave()
    assert hostile.opened, "the history was never asked for"
    hostile.assert_unharmed()


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "."],
        ["show", "train.py"],
        ["doctor"],
        ["run", "--sandbox", "process", "train.py"],
        ["reproduce", "--issue", "issue.md", "--sandbox", "process", "--timeout", "5", "."],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_command_opens_what_a_project_brings_along(
    hostile: HostileProject, arguments: list[str]
) -> None:
    (hostile.root / "issue.md").write_text("# train fails\n\n`train.py` raises a ValueError.\n")
    done = subprocess.run(
        hostile.command(*arguments), cwd=hostile.root, capture_output=True, text=True, timeout=120
    )
    assert "Traceback" not in done.stderr
    hostile.assert_unharmed()


def test_a_run_is_written_down_in_the_cache_folder(hostile: HostileProject) -> None:
    history = JobHistory.of(hostile.root)
    assert history.remember(JOB)
    history.close()
    assert JobHistory.of(hostile.root).recent() == [JOB]
    assert in_cache(hostile.root)().is_relative_to(hostile.cache)
    hostile.assert_unharmed()


def test_only_the_history_opens_a_database_file() -> None:
    """Everything else that uses SQLite does so in memory."""
    sandbox = ROOT / "sandbox" / "seismograd_sandbox"
    found = {
        (path.relative_to(ROOT).as_posix(), ast.unparse(call.args[0]))
        for path in [*sources(), *sources(sandbox)]
        if "sqlite3" in path.read_text("utf-8")
        for call in ast.walk(syntax(path))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("sqlite3.connect", "connect")
    }
    store = (PRODUCT / "jobs" / "store.py").relative_to(ROOT).as_posix()
    assert {place for place in found if place[1] != "':memory:'"} == {(store, "path")}


@pytest.mark.parametrize("value", ["", ".", "cache", "./.cache", "../cache", "~/cache"])
def test_a_relative_cache_folder_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder().is_relative_to(tmp_path / "home")


def test_a_home_without_an_absolute_path_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "home")
    with pytest.raises(OSError, match="no absolute path"):
        private_cache_folder()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("through_link", [False, True])
def test_a_cache_folder_in_the_project_is_not_used(
    hostile: HostileProject, monkeypatch: pytest.MonkeyPatch, through_link: bool
) -> None:
    inside = hostile.root / "cache"
    name = in_cache(hostile.root)().name
    write_hot_journal(inside / "seismograd" / "jobs" / name, hostile.victim)
    named = hostile.root.parent / "link" if through_link else inside
    if through_link:
        named.symlink_to(inside)
    monkeypatch.setenv("XDG_CACHE_HOME", str(named))
    history = JobHistory.of(hostile.root)
    assert not history.remember(JOB)
    assert history.recent() == [JOB], "it lasts for the session"
    hostile.assert_unharmed()


@pytest.mark.skipif(os.name != "posix", reason="rights are other things there")
def test_the_cache_folder_is_open_to_its_user_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new" / "cache"))
    folder = private_cache_folder("jobs")
    assert [stat.S_IMODE(one.stat().st_mode) for one in (folder, folder.parent)] == [0o700] * 2
    folder.chmod(0o777)
    assert stat.S_IMODE(private_cache_folder("jobs").stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["seismograd", "seismograd/jobs"])
def test_a_link_in_place_of_the_cache_folder_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "cache" / name).parent.mkdir(parents=True)
    (tmp_path / "cache" / name).symlink_to(elsewhere)
    history = JobHistory.of(tmp_path / "project")
    assert not history.remember(JOB)
    assert history.recent() == [JOB]
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_cache_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "seismograd").mkdir(mode=0o777)
    os.chown(tmp_path / "seismograd", 65534, 65534)
    with pytest.raises(OSError, match="somebody else"):
        private_cache_folder()
