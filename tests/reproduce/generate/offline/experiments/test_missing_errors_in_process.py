"""Values that are wrong by the words of the project are tried, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.generate.offline.seeds.experiments.options.own_rules import Rule
from tests.reproduce.generate.offline.experiments.in_process import ideas_of
from tests.reproduce.generate.offline.experiments.missing_error_projects import ALL
from tests.reproduce.generate.offline.experiments.projects import Project

OURS = ("missing-error",)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert ideas_of(project, tmp_path, OURS, healthy=True) == []


@pytest.mark.parametrize(
    ("message", "value", "is_broken"),
    [
        ("p must be between 0 and 1", 1.5, True),
        ("p must be between 0 and 1", 1.0, False),
        ("p must be positive", 0, True),
        ("p must be non-negative", 0, False),
        ("p must be at least 2", 1, True),
        ("p must be greater than 0", 0, True),
        ("p should be < 10", 10, True),
        ("p must be divisible by heads", 3, False),
        ("p must be positive", True, False),
    ],
)
def test_a_rule_is_broken_only_where_its_words_say_so(
    message: str, value: object, is_broken: bool
) -> None:
    assert Rule("ValueError", message).is_broken_by(value) is is_broken
