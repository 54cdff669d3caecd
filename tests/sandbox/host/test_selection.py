"""Which sandbox is chosen, and why no stronger one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from seismograd_sandbox.host import selection
from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.host.selection import choose, known_sandboxes, sandbox_named


class Unusable(ProcessSandbox):
    @property
    def name(self) -> str:
        return "strong"

    def obstacle(self) -> Obstacle | None:
        return Obstacle("no such thing here", "get one")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_MAKERS", {"strong": Unusable, "process": ProcessSandbox})


def test_the_strongest_come_first() -> None:
    assert known_sandboxes() == ["docker", "bubblewrap", "process"]


@pytest.mark.usefixtures("machine")
def test_the_strongest_that_works_is_chosen_and_the_others_explained() -> None:
    choice = choose("auto")
    assert choice.sandbox.name == "process"
    assert choice.why == "not strong: no such thing here; get one"


@pytest.mark.usefixtures("machine")
def test_a_named_one_is_taken_or_refused() -> None:
    assert choose("process").why == ""
    with pytest.raises(SandboxUnusable, match="get one"):
        choose("strong")


def test_an_unknown_name_is_an_error_that_names_the_known() -> None:
    with pytest.raises(SandboxUnusable, match="auto, docker, bubblewrap, process"):
        sandbox_named("jail")


def test_there_is_always_something_to_choose() -> None:
    assert choose().sandbox.obstacle() is None


@pytest.mark.parametrize(
    "missing",
    [("docker",), ("resource", "fcntl", "pwd", "grp", "pty", "termios")],
    ids=["no docker package", "no Unix modules"],
)
def test_what_only_some_machines_have_is_not_needed(missing: tuple[str, ...]) -> None:
    script = f"""
import sys
for name in {missing!r}: sys.modules[name] = None
from seismograd_sandbox.host import selection
for name in selection.known_sandboxes():
    selection.sandbox_named(name)
import seismograd_sandbox.host.supervisor.supervise
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
