"""A process of the check that dies takes nothing with it but the file that killed it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.processes import FILES_PER_TASK
from tests.cli.conftest import Project

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
COUNT = 3 * FILES_PER_TASK
KILLERS = ("m03.py", f"m{COUNT - 1}.py")


def _many_files(project: Project) -> list[tuple[str, int]]:
    names = [f"m{number:02}.py" for number in range(COUNT)]
    for name in names:
        project.write(name)
    return [(name, 2) for name in names]


def _before_each_file(project: Project, act: Callable[[str], None]) -> None:
    check_file = Analysis.check_file

    def acting(self: Analysis, path: str) -> FileResult:
        act(os.path.basename(path))
        return check_file(self, path)

    project.patch.setattr(Analysis, "check_file", acting)


def _kill(how: signal.Signals) -> None:
    os.kill(os.getpid(), how)


@pytest.mark.parametrize(
    ("how", "cause"),
    [
        (signal.SIGKILL, " (killed, perhaps for want of memory)"),
        (signal.SIGTERM, " (Terminated)"),
    ],
)
def test_a_file_that_kills_its_process_is_named_and_the_others_are_checked(
    project: Project, how: signal.Signals, cause: str
) -> None:
    places = _many_files(project)
    _before_each_file(project, lambda name: _kill(how) if name in KILLERS else None)
    outcome = project.check("--jobs", "2")
    assert outcome.status == 1
    assert outcome.places == [place for place in places if place[0] not in KILLERS]
    assert outcome.json["errors"] == [
        {"file": name, "message": f"the process that checked it died{cause}"} for name in KILLERS
    ]


def test_files_that_all_kill_their_process_come_to_an_end(project: Project) -> None:
    _many_files(project)
    _before_each_file(project, lambda name: _kill(signal.SIGKILL))
    outcome = project.check("--jobs", "2")
    assert (outcome.status, outcome.places) == (0, [])
    assert len(outcome.json["errors"]) == COUNT


def test_a_process_that_was_killed_from_outside_is_replaced(project: Project) -> None:
    places = _many_files(project)
    marks = [Path(project.folder, f"{name}.died") for name in KILLERS]

    def die_once(name: str) -> None:
        mark = Path(project.folder, f"{name}.died")
        if mark in marks and not mark.exists():
            mark.touch()
            _kill(signal.SIGKILL)

    _before_each_file(project, die_once)
    outcome = project.check("--jobs", "2")
    assert outcome.places == places
    assert outcome.json["errors"] == []
    assert all(mark.exists() for mark in marks)


def test_a_process_that_dies_between_tasks_is_replaced(project: Project) -> None:
    places = _many_files(project)
    parent = os.getpid()
    last_of_a_task = places[FILES_PER_TASK - 1][0]
    check_file = Analysis.check_file

    def dying_after(self: Analysis, path: str) -> FileResult:
        result = check_file(self, path)
        if os.path.basename(path) == last_of_a_task and os.getpid() != parent:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
        return result

    project.patch.setattr(Analysis, "check_file", dying_after)
    outcome = project.check("--jobs", "2")
    assert outcome.places == places
    assert outcome.json["errors"] == []
