"""Bugs of state, options and schedules are shown by an experiment, and not where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments import state_projects
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("project", state_projects.ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert any(next(firing(case), None) for case in cases(project, tmp_path))


@pytest.mark.parametrize("project", state_projects.ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    first = cases(project, tmp_path, healthy=True)[0]
    assert [draft.idea for draft in firing(first)] == []
