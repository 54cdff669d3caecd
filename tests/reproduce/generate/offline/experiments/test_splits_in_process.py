"""Splits and samplers that go wrong are shown by some experiment, and sound ones by none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.split_projects import ALL, BY_INTENT
from tests.reproduce.generate.offline.experiments.trying import cases


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert any(next(firing(case), None) for case in cases(project, tmp_path))


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []


@pytest.mark.parametrize(
    "report",
    [
        "# BalancedSampler gives items twice\n\nSome items come twice in an epoch.\n",
        "# Leak\n\nThe same labels are in train and test after `stratified_split`.\n",
        "# Leak\n\nThe same patients are in train and test after `split_patients`.\n",
    ],
)
def test_what_is_meant_so_is_not_accused(report: str, tmp_path: Path) -> None:
    for case in cases(replace(BY_INTENT, report=report), tmp_path):
        assert [draft.idea for draft in firing(case)] == []
