"""What is written into by reading or by a call is found; what differs by chance is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.side_effect_projects import (
    BY_INTENT,
    GIVEN,
    REREAD,
)
from tests.reproduce.generate.offline.experiments.trying import cases


@pytest.mark.parametrize("project", [*REREAD, *GIVEN], ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert [draft for case in cases(project, tmp_path) for draft in firing(case)]


@pytest.mark.parametrize("project", [*REREAD, *GIVEN, *BY_INTENT], ids=lambda project: project.name)
def test_no_experiment_accuses_what_is_right(project: Project, tmp_path: Path) -> None:
    found = cases(project, tmp_path, healthy=True)

    assert found
    assert [draft.idea for case in found for draft in firing(case)] == []
