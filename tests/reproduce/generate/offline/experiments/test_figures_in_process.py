"""Wrong figures that scripts print are read off; what is worse by intent is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.figure_projects import NO_BUG, WRONG
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases


@pytest.mark.parametrize("project", WRONG, ids=lambda project: project.name)
def test_the_figure_is_read_off(project: Project, tmp_path: Path) -> None:
    found = [draft for case in cases(project, tmp_path) for draft in firing(case)]

    assert any(draft.switches for draft in found)


@pytest.mark.parametrize("project", [*WRONG, *NO_BUG], ids=lambda project: project.name)
def test_no_experiment_accuses_what_is_right(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []
