"""Which sandbox is chosen, and why no stronger one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd_sandbox.host import selection
from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Obstacle,
    Sandbox,
    SandboxUnusable,
    Session,
    Tell,
)
from seismograd_sandbox.host.selection import choose, known_sandboxes, sandbox_named
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.host.wish import Wish


class Unusable(ProcessSandbox):
    @property
    def name(self) -> str:
        return "strong"

    def obstacle(self) -> Obstacle | None:
        return Obstacle("no such thing here", "get one")


class SeemsUsable(ProcessSandbox):
    """An engine that answers, and then has nothing to start from."""

    @property
    def name(self) -> str:
        return "strong"

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        raise SandboxUnusable(Obstacle("it has no image", "fetch one"))


def made(kind: type[ProcessSandbox]) -> Callable[[Path], Sandbox]:
    return lambda _: kind()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        selection, "_MAKERS", {"strong": made(Unusable), "process": made(ProcessSandbox)}
    )


def test_the_strongest_come_first() -> None:
    assert known_sandboxes() == ["docker", "bubblewrap", "process"]


@pytest.mark.usefixtures("machine")
def test_the_strongest_that_works_is_chosen_and_the_others_explained(tmp_path: Path) -> None:
    choice = choose("auto", tmp_path)
    assert choice.sandbox.name == "process"
    assert choice.why == "not strong: no such thing here; get one"


@pytest.mark.usefixtures("machine")
def test_a_named_one_is_taken_or_refused(tmp_path: Path) -> None:
    assert choose("process", tmp_path).why == ""
    with pytest.raises(SandboxUnusable, match="get one"):
        choose("strong", tmp_path)


@pytest.fixture
def deceptive_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {"strong": SeemsUsable, "weaker": Unusable, "process": ProcessSandbox}
    monkeypatch.setattr(selection, "_MAKERS", {name: made(kind) for name, kind in makers.items()})


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    (tmp_path / "project").mkdir()
    return Workplace(tmp_path / "project", Path(sys.executable), tmp_path / "outbox")


@pytest.mark.usefixtures("deceptive_machine")
def test_the_next_one_stands_in_for_one_that_does_not_start(workplace: Workplace) -> None:
    choice, session = choose("auto", workplace.project).open(workplace)
    with session:
        assert session.run([session.python, "-c", "pass"]).succeeded
    assert choice.sandbox.name == "process"
    assert choice.why.splitlines() == [
        "not strong: it has no image; fetch one",
        "not strong: no such thing here; get one",
    ]


@pytest.mark.usefixtures("deceptive_machine")
def test_nothing_stands_in_for_a_named_one(workplace: Workplace) -> None:
    with pytest.raises(SandboxUnusable, match="fetch one"):
        choose("strong", workplace.project).open(workplace)


@pytest.mark.usefixtures("deceptive_machine")
def test_a_start_that_was_cancelled_is_not_tried_elsewhere(workplace: Workplace) -> None:
    wish = Wish()
    wish.make()
    with pytest.raises(SandboxUnusable, match="fetch one"):
        choose("auto", workplace.project).open(workplace, wish)


@pytest.mark.usefixtures("deceptive_machine")
def test_where_none_starts_the_last_one_says_why(tmp_path: Path) -> None:
    everything = Workplace(Path("/"), Path(sys.executable), tmp_path / "outbox")
    with pytest.raises(SandboxUnusable, match="home folder"):
        choose("auto", everything.project).open(everything)


def test_an_unknown_name_is_an_error_that_names_the_known() -> None:
    with pytest.raises(SandboxUnusable, match="auto, docker, bubblewrap, process"):
        sandbox_named("jail", Path.cwd())


def test_there_is_always_something_to_choose() -> None:
    assert choose("auto", Path.cwd()).sandbox.obstacle() is None


@pytest.mark.parametrize(
    "missing",
    [("docker",), ("resource", "fcntl", "pwd", "grp", "pty", "termios")],
    ids=["no docker package", "no Unix modules"],
)
def test_what_only_some_machines_have_is_not_needed(missing: tuple[str, ...]) -> None:
    script = f"""
import sys
for name in {missing!r}: sys.modules[name] = None
from pathlib import Path
from seismograd_sandbox.host import selection
for name in selection.known_sandboxes():
    selection.sandbox_named(name, Path())
import seismograd_sandbox.host.supervisor.supervise
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
