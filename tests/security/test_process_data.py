"""A run in `process` cannot destroy the user's data, however large it is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host import data_copy, process, project_copy
from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable, Session
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.supervisor.namespace_trial import namespace_trial
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.cli.conftest import Project, project
from tests.reproduce.git_repository import need_git
from tests.sandbox.no_namespaces import refuse_namespaces

__all__ = ["project"]

LARGE = 17 * MIB
MANY = 5
DESTROYING = """
import os, pathlib, shutil
def attempt(act):
    try:
        act()
    except OSError as error:
        print(error.strerror)
attempt(lambda: open("data/table.csv", "w").close())
attempt(lambda: os.truncate("data/weights.bin", 1))
attempt(lambda: open("images/new.png", "w").close())
attempt(lambda: open("images/1.png", "w").close())
attempt(lambda: os.remove("images/2.png"))
attempt(lambda: shutil.rmtree("images"))
attempt(lambda: shutil.rmtree("node_modules"))
for path in pathlib.Path("env").rglob("*.py"):
    attempt(path.unlink)
os.system("rm -rf data/* images/ env/ node_modules/ .git/objects/")
"""


@pytest.fixture(autouse=True)
def small_thresholds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_copy, "MANY_FILES", MANY - 1)
    monkeypatch.setenv("SEISMOGRAD_SCRATCH", str(tmp_path / "scratch"))


@pytest.fixture(params=["process", "process without namespaces", "bubblewrap"])
def sandbox(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    name, _, without = request.param.partition(" ")
    if without:
        refuse_namespaces(monkeypatch)
    elif name == "process" and not namespace_trial().succeeded():
        parts.missing("this machine grants no namespaces to users", "bubblewrap")
    found = sandbox_named(name, Path.cwd())
    if obstacle := found.obstacle():
        parts.missing(str(obstacle), name)
    return found


def project_with_data(folder: Path) -> dict[str, bytes]:
    """Every kind of thing that is shared because it is large; its files with their content."""
    files = {
        "data/table.csv": b"x" * LARGE,
        "data/weights.bin": b"w" * LARGE,
        **{f"images/{number}.png": b"image" for number in range(MANY)},
        "env/pyvenv.cfg": b"",
        "env/lib/package.py": b"module",
        "node_modules/package/index.js": b"module",
        ".git/objects/aa/bb": b"object",
        "train.py": b"",
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return files


def content(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    folder = tmp_path / "project"
    folder.mkdir()
    return Workplace(folder, Path(sys.executable), tmp_path / "outbox")


@pytest.fixture
def opened(sandbox: Sandbox, workplace: Workplace) -> Iterator[Session]:
    project_with_data(workplace.project)
    with sandbox.open(workplace) as session:
        yield session


def test_nothing_of_the_project_is_destroyed(sandbox: Sandbox, workplace: Workplace) -> None:
    before = project_with_data(workplace.project)
    with sandbox.open(workplace) as session:
        outcome = session.run([session.python, "-c", DESTROYING])
    assert outcome.succeeded, outcome.stderr.text
    assert content(workplace.project) == before


def test_writing_to_large_data_is_told_or_refused(opened: Session) -> None:
    outcome = opened.run([opened.python, "-c", "open('data/table.csv', 'w').write('new')"])
    if outcome.succeeded:
        assert opened.written() == ["data/table.csv"]
        assert opened.read("data/table.csv") == b"new"
    else:
        assert "Read-only file system: 'data/table.csv'" in outcome.stderr.text
        assert opened.written() == []


def test_large_data_is_seen(opened: Session) -> None:
    script = "import os; print(os.path.getsize('data/table.csv'), len(os.listdir('images')))"
    assert opened.run([opened.python, "-c", script]).stdout.text == f"{LARGE} {MANY}\n"
    assert opened.read("data/table.csv", most=3) == b"xxx"
    assert opened.written() == []


def test_the_summary_of_a_run_names_changed_data(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_namespaces(monkeypatch)
    project.write("train.py", "open('data/table.csv', 'w').write('gone')\n")
    (project.folder / "data").mkdir()
    (project.folder / "data" / "table.csv").write_bytes(b"x" * LARGE)
    outcome = project.run("run", "--sandbox", "process", "--python", sys.executable, "train.py")
    assert outcome.status == 0, outcome.err
    assert "data/table.csv" in outcome.err
    assert (project.folder / "data" / "table.csv").stat().st_size == LARGE


@pytest.fixture
def copying(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Opens `process` where there are no namespaces; what it told meanwhile."""
    refuse_namespaces(monkeypatch)

    def opened() -> list[str]:
        told: list[str] = []
        sandbox_named("process", workplace.project).open(workplace, tell=told.append).close()
        return told

    return opened


def test_too_much_data_is_refused_with_a_remedy(
    copying: Callable[..., list[str]], workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = project_with_data(workplace.project)
    monkeypatch.setattr(process, "_most_data", lambda limits: LARGE)
    monkeypatch.setattr(data_copy, "shares_blocks", lambda file, folder: False)
    with pytest.raises(SandboxUnusable, match="--sandbox bubblewrap"):
        copying()
    assert content(workplace.project) == before


def test_data_that_fills_the_disk_is_refused(
    copying: Callable[..., list[str]], workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    project_with_data(workplace.project)
    monkeypatch.setattr(data_copy, "FREE_AFTERWARDS", 1 << 60)
    monkeypatch.setattr(data_copy, "shares_blocks", lambda file, folder: False)
    with pytest.raises(SandboxUnusable, match="left for a copy"):
        copying()


def test_holes_of_a_file_are_not_copied(
    copying: Callable[..., list[str]], workplace: Workplace, tmp_path: Path
) -> None:
    """A database may claim a terabyte and hold a megabyte."""
    with open(workplace.project / "data.mdb", "wb") as file:
        file.write(b"begin")
        file.seek(1 << 39)
        file.write(b"end")
    assert copying() == []


def test_a_link_that_leads_out_is_told(
    copying: Callable[..., list[str]], workplace: Workplace, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", workplace.project / "data")
    (told,) = copying()
    assert f"data is a link: what the script writes there changes {tmp_path}/elsewhere" in told


def test_a_repository_can_be_asked_and_written_to(workplace: Workplace, sandbox: Sandbox) -> None:
    need_git()
    git = ["git", "-c", "user.name=n", "-c", "user.email=e", "-c", "safe.directory=*"]
    (workplace.project / "train.py").write_text("")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], cwd=workplace.project, check=True)
    with sandbox.open(workplace) as session:
        outcome = session.run([*git, "log", "--format=%s"])
    assert outcome.stdout.text == "first\n", outcome.stderr.text
