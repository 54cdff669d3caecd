"""Trials are used again only while nothing in the project has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.repair.trials.project_state import project_state


@pytest.mark.parametrize("name", ["train.py", "config.yaml", "data/x.csv"])
def test_code_configuration_and_data_count(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("a")
    before = project_state(tmp_path)
    assert project_state(tmp_path) == before
    file.write_text("longer")
    assert project_state(tmp_path) != before


@pytest.mark.parametrize("name", [".seismograd/runs/x", ".git/index", "venv/lib/a.py"])
def test_what_runs_leave_and_environments_do_not(tmp_path: Path, name: str) -> None:
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    before = project_state(tmp_path)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("a")
    assert project_state(tmp_path) == before
