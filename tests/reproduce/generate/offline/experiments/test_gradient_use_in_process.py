"""Gradients that are clipped or added up wrongly are shown, and right ones are not accused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from torch.optim.optimizer import _global_optimizer_post_hooks, _global_optimizer_pre_hooks

from tests.reproduce.generate.offline.experiments.gradient_use_projects import ALL
from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

OURS = ("clipping", "accumulation")


@pytest.fixture(autouse=True)
def _optimisers_as_they_were() -> Iterator[None]:
    """Scripts listen to steps, each in an interpreter of its own."""
    yield
    _global_optimizer_pre_hooks.clear()
    _global_optimizer_post_hooks.clear()


def _ideas(project: Project, root: Path, *, healthy: bool = False) -> list[str]:
    found = [
        one for one in cases(project, root, healthy=healthy) if one.fingerprint.symptom in OURS
    ]
    assert found
    return [draft.idea for case in found for draft in firing(case)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    assert _ideas(project, tmp_path, healthy=True) == []
