"""A patch that brings random numbers into step, and one that mends something."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.chance import hangs_on_chance, with_draws
from seismograd.reproduce.validate.controls.control import ControlKind, Trial
from seismograd_sandbox.host.selection import choose

WALKING = """\
import random


class Walk:
    def __init__(self):
        self.place = 0.0
        self.steps = 0

    def step(self):
        self.place += random.random()
        self.steps += 1

    def saved(self):
        return {"place": self.place, "steps": self.steps, "random": random.getstate()}

    def load(self, saved):
        self.place, self.steps = saved["place"], saved["steps"]
        random.setstate(saved["random"])
"""
SCRIPT = """\
from walking import Walk

walk = Walk()
walk.step()
saved = walk.saved()
walk.step()
again = Walk()
again.load(saved)
again.step()
print("MEASURED difference", abs(again.{what} - walk.{what}))
if again.{what} != walk.{what}:
    raise SystemExit(1)
print("NOT REPRODUCED")
"""


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[SandboxedTrialRunner]:
    (tmp_path / "walking.py").write_text(WALKING)
    choice = choose("auto", tmp_path)
    with SandboxedTrialRunner(Tree(tmp_path, Path(sys.executable), choice)) as runner:
        yield runner


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "report", "is_chance"),
    [
        ("place", "It goes elsewhere after loading", True),
        ("steps", "It counts anew after loading", False),
        ("place", "With the same seed it goes elsewhere after loading", False),
    ],
)
def test_differences_of_chance(
    runner: SandboxedTrialRunner, tmp_path: Path, what: str, report: str, is_chance: bool
) -> None:
    source = SCRIPT.format(what=what)
    without = runner.try_quickly(source)
    assert without.is_clean
    case = Case(BugReport("x", report), tmp_path, Fingerprint((), ""), read_project(tmp_path))
    trial = Trial(ControlKind.PATCHED_LINE, "", source, runner)
    assert (hangs_on_chance(case, trial, without) is not None) is is_chance


def test_numbers_are_drawn_before_whatever_calls_something() -> None:
    source = '"""Words."""\nimport os; a = len("b")\n\ndef f():\n    return len("c")\n'
    changed = with_draws(source)
    compile(changed, "script", "exec")
    assert changed.startswith('"""Words."""\ndef ')
    assert changed.count("    _draw_some_numbers()\n    return") == 1
    assert changed.count("_draw_some_numbers()") == 2
