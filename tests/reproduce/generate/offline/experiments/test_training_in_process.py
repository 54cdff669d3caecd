"""Experiments on training, chance, evaluation and memory, run where the tests run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED
from tests.reproduce.generate.offline.experiments.in_process import firing, output_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.training_projects import ALL
from tests.reproduce.generate.offline.experiments.trying import cases

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _torch_as_it_was() -> Iterator[None]:
    """Scripts listen to backward passes and to modules, each in an interpreter of its own."""
    backward = torch.Tensor.backward
    yield
    torch.Tensor.backward = backward  # type: ignore[method-assign]
    torch.nn.modules.module._global_forward_pre_hooks.clear()


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_a_bug_is_shown_and_not_where_it_is_mended(project: Project, tmp_path: Path) -> None:
    torch.manual_seed(0)
    case = cases(project, tmp_path / "buggy")[0]
    draft = next(firing(case), None)
    assert draft is not None
    project.write(tmp_path / "healthy", healthy=True)
    source = render(draft, case.fingerprint, case.project.search_path)
    shown = output_of(source, tmp_path / "healthy").splitlines()
    assert NOT_REPRODUCED in shown
    assert not any(line.startswith(REPRODUCED) for line in shown)
