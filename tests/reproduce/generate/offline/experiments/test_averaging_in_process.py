"""Averages that do not follow are shown, and those that do are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.averaging_projects import ALL
from tests.reproduce.generate.offline.experiments.in_process import ideas_of
from tests.reproduce.generate.offline.experiments.projects import Project

OURS = ("averaging",)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS, healthy=True) == []
