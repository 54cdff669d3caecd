"""Patched programs run in their frameworks: names, arguments and shapes are as these want them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.repair.operators.fixture_cases import BY_NAME, ENTRY, Case, all_cases

RUNNABLE = [case for case in all_cases() if case.is_runnable]
OF_EACH = 2
"""Programs of each operator and framework: running all of them takes minutes."""
RUNNER = Path(__file__).parent / "run_projects.py"
TIMEOUT_S = 900


@pytest.mark.slow
def test_patched_programs_run(tmp_path: Path) -> None:
    cases = _spread(RUNNABLE)
    lines = [_command_line(case, tmp_path / str(case)) for case in cases]
    done = subprocess.run(
        [sys.executable, str(RUNNER)],
        input="\n".join(lines),
        env={**os.environ, "KERAS_BACKEND": "torch"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    last = [line for line in done.stdout.splitlines() if line.startswith("running")][-1]
    assert done.returncode == 0, f"{last}\n{done.stderr[-2000:]}"
    assert done.stdout.count("running ") == len(cases)


def _spread(cases: Sequence[Case]) -> list[Case]:
    kinds: defaultdict[tuple[str, bool], list[Case]] = defaultdict(list)
    for case in cases:
        is_keras = "keras" in (case.root / ENTRY).read_text("utf-8")
        kinds[case.folder.parent.name, is_keras].append(case)
    return [case for several in kinds.values() for case in several[:OF_EACH]]


def _command_line(case: Case, project: Path) -> str:
    shutil.copytree(case.root, project)
    shutil.copytree(case.folder / "after", project, dirs_exist_ok=True)
    return " ".join([str(project / ENTRY), *case.facts.get("arguments", ())])


@pytest.mark.parametrize("name", BY_NAME)
def test_every_operator_has_a_program_that_runs(name: str) -> None:
    assert any(case.folder.parent.name == name for case in RUNNABLE)
