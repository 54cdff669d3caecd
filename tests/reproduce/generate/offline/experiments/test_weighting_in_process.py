"""Weights that make no difference are shown, and those that do are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases
from tests.reproduce.generate.offline.experiments.weighting_projects import ALL, ON_REQUEST

OURS = ("weighting",)


def _ideas(project: Project, root: Path, *, healthy: bool = False) -> list[str]:
    found = [
        one for one in cases(project, root, healthy=healthy) if one.fingerprint.symptom in OURS
    ]
    assert found
    return [draft.idea for case in found for draft in firing(case)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path, healthy=True) == []


def test_weights_that_rest_until_they_are_asked_for_are_not_accused(tmp_path: Path) -> None:
    assert _ideas(ON_REQUEST, tmp_path) == []
