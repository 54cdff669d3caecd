"""Tensors that stay behind, found on a device that has no numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.observation import NOT_REPRODUCED
from tests.reproduce.generate.offline.experiments.device_projects import ALL, TOLD_WHERE
from tests.reproduce.generate.offline.experiments.in_process import firing, output_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases


def case_of(project: Project, root: Path) -> Case:
    return next(case for case in cases(project, root) if case.fingerprint.symptom == "device")


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_what_stays_behind_is_found_and_not_where_it_goes_along(
    project: Project, tmp_path: Path
) -> None:
    case = case_of(project, tmp_path / "buggy")
    draft = next(firing(case), None)
    assert draft is not None
    assert [one.name for one in draft.switches] == ["DEVICE"]
    project.write(tmp_path / "healthy", healthy=True)
    source = render(draft, case.fingerprint, case.project.search_path)
    assert NOT_REPRODUCED in output_of(source, tmp_path / "healthy").splitlines()


def test_what_is_told_where_to_live_is_not_moved(tmp_path: Path) -> None:
    assert list(from_experiments(case_of(TOLD_WHERE, tmp_path))) == []
