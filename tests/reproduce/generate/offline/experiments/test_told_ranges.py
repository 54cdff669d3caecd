"""The project's own data in the range that a report tells: only code that loses it fires."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments.answers.told_ranges import (
    as_large_as_told,
)
from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED
from seismograd.reproduce.validate.controls.switched import switched
from tests.reproduce.generate.offline.experiments.in_process import output_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.range_projects import ALL, LOG_COSH, TOO_FAST
from tests.reproduce.generate.offline.experiments.trying import cases


def scripts(case: Case) -> Iterator[tuple[str, str]]:
    """With the range of the report, and without."""
    for draft in as_large_as_told(case):
        source = render(draft, case.fingerprint, case.project.search_path)
        yield source, switched(source, draft.switches)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_numbers_are_lost_and_not_where_it_is_mended(project: Project, tmp_path: Path) -> None:
    case = cases(project, tmp_path / "buggy")[0]
    firing = [one for one in scripts(case) if REPRODUCED in output_of(one[0], case.root)]
    assert firing
    source, without = firing[0]
    assert NOT_REPRODUCED in output_of(without, case.root)
    project.write(tmp_path / "healthy", healthy=True)
    assert NOT_REPRODUCED in output_of(source, tmp_path / "healthy")


def test_a_training_that_goes_astray_loses_nothing_by_itself(tmp_path: Path) -> None:
    case = cases(TOO_FAST, tmp_path)[0]
    assert all(NOT_REPRODUCED in output_of(source, case.root) for source, _ in scripts(case))


def test_without_a_range_there_is_nothing_to_try(tmp_path: Path) -> None:
    words = LOG_COSH.report.replace("between 900 and 4500", "high")
    project = Project("no-range", LOG_COSH.files, words, ())
    assert not list(as_large_as_told(cases(project, tmp_path)[0]))
