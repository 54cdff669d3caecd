"""What stops at the wrong time, or keeps the wrong state, is shown; what does it right is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.keras_backend import VARIABLE
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.patience_projects import ALL
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "torch")


def _patient(project: Project, root: Path, *, healthy: bool = False) -> list[str]:
    found = cases(project, root, healthy=healthy)
    assert "patience" in [case.fingerprint.symptom for case in found]
    return [draft.idea for case in found for draft in firing(case)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert _patient(project, tmp_path)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert _patient(project, tmp_path, healthy=True) == []
