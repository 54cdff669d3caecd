"""Tests of a project, with and without patches, in a real sandbox."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.control import ControlKind, Trial
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.controls.patched_line import patched_files
from seismograd_sandbox.host.selection import choose

pytestmark = pytest.mark.slow
HALVES = """\
def halve(number):
    if number % 2:
        raise ValueError("odd")
    return number // 2
"""
TESTS = """\
import pytest

from halves import halve


def test_even():
    assert halve(8) == 4


def test_odd():
    with pytest.raises(ValueError):
        halve(3)


def test_fails_anyway():
    assert halve(8) == 5
"""


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[SandboxedTrialRunner]:
    (tmp_path / "tests").mkdir()
    (tmp_path / "halves.py").write_text(HALVES)
    (tmp_path / "tests" / "test_halves.py").write_text(TESTS)
    choice = choose("auto", tmp_path)
    with SandboxedTrialRunner(Tree(tmp_path, Path(sys.executable), choice)) as runner:
        yield runner


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("    if number % 2 and number > 5:", "tests/test_halves.py::test_odd"),
        ("    if number % 2 == 1:", None),
        ("    if number % 2 or number > 7:", "tests/test_halves.py::test_even"),
    ],
)
def test_the_tests_of_what_is_patched(
    runner: SandboxedTrialRunner, tmp_path: Path, text: str, broken: str | None
) -> None:
    case = Case(BugReport("x", "x"), tmp_path, Fingerprint((), ""), read_project(tmp_path))
    patches = (Patch("halves.py", 2, 2, text),)
    files = patched_files(tmp_path, patches) or {}
    patched = runner.with_files(files)
    trial = Trial(ControlKind.PATCHED_LINE, "", "", patched, patches)
    assert OrdinaryUse(case).broken_by(trial, runner) == broken
