"""Masks and gradients that go astray are shown by some experiment, and never where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments import (
    company_projects,
    gradient_projects,
    mask_projects,
)
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import MASK, Project
from tests.reproduce.generate.offline.experiments.trying import cases

ALL = (MASK, *mask_projects.ALL, *gradient_projects.ALL, *company_projects.ALL)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert any(next(firing(case), None) for case in cases(project, tmp_path))


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []
