"""Frozen parts that change are shown, wherever the project would mend them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.frozen_projects import ALL
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases
from tests.reproduce.suspicion.test_suspicion import patches


def _ideas(project: Project, root: Path, *, healthy: bool = False) -> list[str]:
    found = cases(project, root, healthy=healthy)
    ours = [one for one in found if one.fingerprint.symptom == "frozen"]
    assert ours
    return [draft.idea for case in ours for draft in firing(case)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path, healthy=True) == []


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_what_is_frozen_is_kept_in_evaluation_for_a_control(
    project: Project, tmp_path: Path
) -> None:
    _, found = patches(project, tmp_path)
    assert any(".eval()" in patch.text for patch in found[:25]), [patch.what for patch in found]
