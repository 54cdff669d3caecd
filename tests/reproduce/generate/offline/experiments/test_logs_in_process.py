"""Reported commands show in their logs what was reported; what somebody wanted is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments.reported import reported_runs
from seismograd.reproduce.observation import REPRODUCED
from seismograd.reproduce.validate.controls.switched import switched
from tests.reproduce.generate.offline.experiments.in_process import output_of
from tests.reproduce.generate.offline.experiments.logged_projects import (
    AS_IT_SHOULD_BE,
    LOGGED,
    NEGATIVE,
)
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

_WAYS = (reported_runs.still_losses, reported_runs.broken_losses, reported_runs.negative_values)


def _drafts(case: Case) -> list[Draft]:
    return [draft for way in _WAYS for draft in way(case)]


def _fires(case: Case, draft: Draft, *, control: bool = False) -> bool:
    source = render(draft, case.fingerprint, case.project.search_path)
    source = switched(source, draft.switches) if control else source
    shown = output_of(source, case.root)
    return f"\n{REPRODUCED}" in f"\n{shown}"


@pytest.mark.parametrize("project", LOGGED, ids=lambda project: project.name)
def test_the_log_shows_it(project: Project, tmp_path: Path) -> None:
    found = [(case, draft) for case in cases(project, tmp_path) for draft in _drafts(case)]

    assert found
    for case, draft in found:
        assert _fires(case, draft)
        assert bool(draft.switches) == (project is not NEGATIVE)
        assert not draft.switches or not _fires(case, draft, control=True)


@pytest.mark.parametrize("project", LOGGED, ids=lambda project: project.name)
def test_a_mended_project_does_not_show_it(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert not any(_fires(case, draft) for draft in _drafts(case))


@pytest.mark.parametrize("project", AS_IT_SHOULD_BE, ids=lambda project: project.name)
def test_what_was_asked_for_is_not_tried(project: Project, tmp_path: Path) -> None:
    assert [draft.idea for case in cases(project, tmp_path) for draft in _drafts(case)] == []
