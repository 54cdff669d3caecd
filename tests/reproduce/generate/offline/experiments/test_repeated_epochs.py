"""Resumed runs that are one epoch off are seen, and others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments import resumed_projects
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("project", resumed_projects.ALL, ids=lambda project: project.name)
def test_an_epoch_too_many_or_too_few(project: Project, tmp_path: Path) -> None:
    found = [draft for case in cases(project, tmp_path)[:1] for draft in firing(case)]
    assert "count the steps" in found[0].idea


@pytest.mark.parametrize(
    "project",
    [*resumed_projects.ALL, *resumed_projects.SOUND, resumed_projects.WITHOUT_MOMENTUM],
    ids=lambda project: project.name,
)
def test_as_many_as_in_one_go(project: Project, tmp_path: Path) -> None:
    first = cases(project, tmp_path, healthy=True)[0]
    assert [draft.idea for draft in firing(first)] == []


def test_both_go_on_at_the_same_epoch(tmp_path: Path) -> None:
    case = cases(resumed_projects.WITHOUT_MOMENTUM, tmp_path)[0]
    going = [draft for draft in firing(case) if "Go on with Trainer" in draft.idea]
    assert any("trainer.first_epoch = again.first_epoch" in draft.exercise for draft in going)
