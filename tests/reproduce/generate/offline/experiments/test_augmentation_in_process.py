"""Augmentation that never happens is shown, and one that does is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.augmentation_projects import ALL
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

OURS = ("augmentation",)


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
