"""What keeps too much is shown, and what counts otherwise is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.capacity_projects import ALL, RIGHT
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases
from tests.reproduce.suspicion.test_suspicion import patches

CURES = {"queue": "maxlen=max_size", "cache": "while len(", "replay": "del self.steps[:-self.cap"}


def _ideas(project: Project, root: Path, *, healthy: bool = False) -> list[str]:
    found = cases(project, root, healthy=healthy)
    ours = [one for one in found if one.fingerprint.symptom == "capacity"]
    assert ours
    return [draft.idea for case in ours for draft in firing(case)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path, healthy=True) == []


@pytest.mark.parametrize("project", RIGHT, ids=lambda project: project.name)
def test_a_capacity_that_counts_something_else_is_left_alone(
    project: Project, tmp_path: Path
) -> None:
    assert _ideas(project, tmp_path) == []


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_what_is_too_much_is_dropped_for_a_control(project: Project, tmp_path: Path) -> None:
    _, found = patches(project, tmp_path)
    cure = CURES[project.name]
    assert any(cure in patch.text for patch in found[:25]), [patch.what for patch in found]
