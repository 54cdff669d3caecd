"""Healthy programs learn, and say how well."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from seismograd.localise.diagnose_run import read_script
from seismograd.settings import Settings
from tests import parts
from tests.calibration.discovery import PROGRAMS, Program, all_programs
from tests.calibration.watching import open_runner

LEARNT = 0.6
"""Far above what guessing reaches in any of them."""


def test_there_are_programs_of_both_frameworks() -> None:
    programs = all_programs()
    assert len(programs) >= 14
    assert sum(one.is_keras for one in programs) >= 3


@pytest.mark.parametrize("program", all_programs(), ids=lambda one: one.name)
def test_a_program_says_its_quality_and_has_no_fault_that_rules_find(program: Program) -> None:
    assert 'print(f"quality: ' in program.text
    path = PROGRAMS / f"{program.name}.py"
    assert read_script(PROGRAMS, path, Settings()).findings == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["graph_communities", "regression_houses", "keras_wine"])
def test_a_program_learns(name: str, tmp_path: Path) -> None:
    program = next(one for one in all_programs() if one.name == name)
    needed = "keras" if program.is_keras else "torch"
    if find_spec(needed) is None:
        parts.missing(f"the package {needed} is not installed")
    with open_runner(tmp_path.resolve(), is_keras=program.is_keras) as runner:
        seen = runner.observe(program.text, seed=1)
    assert seen.quality is not None
    assert seen.quality > LEARNT
    assert not [one for one in seen.ranked if one["severity"] != "info"]
