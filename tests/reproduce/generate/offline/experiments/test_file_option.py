"""Settings of a file that never arrive are seen, and those that do are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments import file_option_projects
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases


@pytest.mark.parametrize("project", file_option_projects.ALL, ids=lambda project: project.name)
def test_a_value_that_does_not_arrive(project: Project, tmp_path: Path) -> None:
    found = [case for case in cases(project, tmp_path) if case.fingerprint.symptom == "config"]
    assert any("two values of rate in" in draft.idea for draft in firing(found[0]))


@pytest.mark.parametrize("project", file_option_projects.ALL, ids=lambda project: project.name)
def test_a_value_that_arrives(project: Project, tmp_path: Path) -> None:
    found = cases(project, tmp_path, healthy=True)
    config = next(case for case in found if case.fingerprint.symptom == "config")
    assert [draft.idea for draft in firing(config)] == []
