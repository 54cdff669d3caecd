"""Regression tests from scripts: real pytest runs with and without the bug."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.results.regression_test import in_a_process, in_process, regression_test
from tests.reproduce.some_results import CRASH, SILENT, proof, seen
from tests.reproduce.validate.small_project import ARITHMETIC, ODD

pytestmark = pytest.mark.slow

NAME = "test_halve_3_fails"
MARKER = "arithmetic.py"
FIXED = ARITHMETIC.replace("if number % 2:", "if False:")
LARGER = ARITHMETIC.replace("number // 2", "number")
SCRIPT_LIKE = [
    CRASH.replace("halve(NUMBER)", "print(__file__); halve(NUMBER)"),
    "import sys\nfrom arithmetic import halve\nhalve(3)\nsys.exit(0)\n",
    "import sys\nsys.argv = ['x']\nfrom arithmetic import halve\nhalve(3)\n",
    "import os\nos.environ['A'] = 'b'\nfrom arithmetic import halve\nhalve(3)\n",
    "from arithmetic import *\nhalve(3)\n",
    "from arithmetic import halve\nROOT = 3\nhalve(ROOT)\n",
    "from arithmetic import halve\nn = 3\ndef f():\n    global n\n    halve(n)\nf()\n",
]


def _pytest(root: Path, test: Path, cwd: Path | None = None) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, cwd=cwd or root, capture_output=True, timeout=120, check=False)
    return done.returncode


def _demand(tmp_path: Path, text: str, place: str, fixed: str = FIXED) -> None:
    """It fails on the project, and passes once the bug is gone."""
    root = tmp_path / "project"
    test = root / place
    test.parent.mkdir(parents=True)
    test.write_text(text)
    (root / MARKER).write_text(ARITHMETIC)
    assert _pytest(root, test) == 1
    (root / MARKER).write_text(fixed)
    assert _pytest(root, test) == 0


@pytest.mark.parametrize("place", ["test_it.py", "tests/deep/test_it.py"])
def test_a_crash(tmp_path: Path, place: str) -> None:
    text = in_process(CRASH, NAME, MARKER)
    assert text is not None
    assert "REPRODUCED" not in text
    assert "NUMBER = 3  # the trigger: with 4 nothing is wrong" in text
    _demand(tmp_path, text, place)


def test_a_measured_symptom_becomes_an_assertion(tmp_path: Path) -> None:
    text = in_process(SILENT, NAME, MARKER)
    assert text is not None
    assert "assert not value < 5, f'{value} is too small'" in text
    _demand(tmp_path, text, "tests/test_it.py", LARGER)


def test_a_script_of_its_own_process(tmp_path: Path) -> None:
    source = CRASH.replace("halve(NUMBER)", 'text = "a\\n\\"\\"\\"b"; halve(NUMBER)')
    _demand(tmp_path, in_a_process(source, NAME, MARKER), "tests/test_it.py")


def test_outside_of_the_project_it_is_started_in_it(tmp_path: Path) -> None:
    root, test = tmp_path / "project", tmp_path / "out" / "test_it.py"
    root.mkdir()
    test.parent.mkdir()
    (root / MARKER).write_text(ARITHMETIC)
    test.write_text(in_process(CRASH, NAME, MARKER) or "")
    assert _pytest(root, test) == 1
    (root / MARKER).write_text(FIXED)
    assert _pytest(root, test) == 0


@pytest.mark.parametrize("source", SCRIPT_LIKE)
def test_what_needs_a_process_gets_one(source: str) -> None:
    assert in_process(source, NAME, MARKER) is None
    ast.parse(in_a_process(source, NAME, MARKER))


class _Lab:
    """Answers in turn, and keeps what it was asked."""

    def __init__(self, *answers: Observation) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def prove(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        self.asked.append(source)
        return self.answers.pop(0)


CLEAN = seen(exit_code=0, stdout="NOT REPRODUCED\n")


@pytest.mark.parametrize(
    ("answers", "natural"),
    [
        ([seen(), CLEAN], True),
        ([CLEAN], False),
        ([seen(), seen()], False),
    ],
)
def test_the_natural_form_must_show_the_bug_and_its_control_must_not(
    answers: list[Observation], natural: bool
) -> None:
    lab = _Lab(*answers)
    fingerprint = Fingerprint((ODD,), "crash")
    text = regression_test(proof(), fingerprint, cast(Laboratory, lab), NAME)
    assert ("subprocess" not in text) is natural
    assert lab.answers == []
    assert all(f"{NAME}(_Monkeypatch())" in asked for asked in lab.asked)
    assert [("NUMBER = 4" in asked) for asked in lab.asked] == [False, True][: len(lab.asked)]


def test_without_a_switch_the_bug_alone_is_tried() -> None:
    lab = _Lab(seen())
    shown = proof(candidate=Candidate(CRASH, "test", "Run it."))
    text = regression_test(shown, Fingerprint((ODD,), "crash"), cast(Laboratory, lab), NAME)
    assert f"def {NAME}(monkeypatch):" in text
