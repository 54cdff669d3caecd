"""Silent bugs of Keras models are shown by some experiment, and never where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.keras_backend import VARIABLE
from tests.reproduce.generate.offline.experiments import keras_projects
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

ALL = keras_projects.ALL
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "torch")


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert any(next(firing(case), None) for case in cases(project, tmp_path))


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []
