"""Regression tests from scripts: real pytest runs with and without the bug."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.results.regression_test import regression_test
from tests.reproduce.some_results import CRASH, SILENT, proof
from tests.reproduce.validate.small_project import ARITHMETIC

pytestmark = pytest.mark.slow

NAME = "test_halve_3_fails"
MARKER = "arithmetic.py"
FIXED = ARITHMETIC.replace("if number % 2:", "if False:")
LARGER = ARITHMETIC.replace("number // 2", "number")
QUOTING = CRASH.replace("halve(NUMBER)", 'text = "a\\n\\"\\"\\"b"; halve(NUMBER)')


def _test_of(source: str) -> str:
    return regression_test(proof(candidate=Candidate(source, "test", "Run it.")), NAME)


def _pytest(root: Path, test: Path) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=120, check=False)
    return done.returncode


def _demand(root: Path, test: Path, text: str, fixed: str = FIXED) -> None:
    """It fails on the project, and passes once the bug is gone."""
    for folder in (root, test.parent):
        folder.mkdir(parents=True, exist_ok=True)
    test.write_text(text)
    (root / MARKER).write_text(ARITHMETIC)
    assert _pytest(root, test) == 1
    (root / MARKER).write_text(fixed)
    assert _pytest(root, test) == 0


@pytest.mark.parametrize("place", ["test_it.py", "tests/deep/test_it.py", "../out/test_it.py"])
def test_it_finds_the_project_wherever_it_lies(tmp_path: Path, place: str) -> None:
    text = _test_of(CRASH)
    assert "NUMBER = 3  # the trigger: with 4 nothing is wrong" in text
    _demand(tmp_path / "project", tmp_path / "project" / place, text)


def test_a_measured_symptom(tmp_path: Path) -> None:
    _demand(tmp_path, tmp_path / "test_it.py", _test_of(SILENT), LARGER)


def test_quotes_and_escapes_of_the_script_are_kept(tmp_path: Path) -> None:
    _demand(tmp_path, tmp_path / "test_it.py", _test_of(QUOTING))
