"""Weights that make no difference are shown, and those that do are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import ideas_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.weighting_projects import ALL, ON_REQUEST

OURS = ("weighting",)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS, healthy=True) == []


def test_weights_that_rest_until_they_are_asked_for_are_not_accused(tmp_path: Path) -> None:
    assert ideas_of(ON_REQUEST, tmp_path, OURS) == []
