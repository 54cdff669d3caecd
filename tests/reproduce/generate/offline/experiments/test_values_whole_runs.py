"""Each wrong metric or data set is reproduced with a control, and is not where it was mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments import told_call_projects, value_projects
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import tried

pytestmark = pytest.mark.slow
ALL = (*value_projects.ALL, *told_call_projects.ALL)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_the_bug_is_reproduced(project: Project, tmp_path: Path) -> None:
    result = tried(project, tmp_path)
    assert result.proof is not None, [one.feedback for one in result.attempts]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_a_mended_project_is_not_accused(project: Project, tmp_path: Path) -> None:
    result = tried(project, tmp_path, healthy=True)
    assert result.proof is None, result.proof.candidate.source
