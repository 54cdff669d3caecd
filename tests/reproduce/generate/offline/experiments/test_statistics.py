"""Running statistics that go on in evaluation mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.observation import NOT_REPRODUCED
from tests.reproduce.generate.offline.experiments.in_process import firing, output_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

NETWORK = """\
from torch import nn


class Ranker(nn.Module):
    def __init__(self, frozen=False):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.last = nn.Linear(8, 1)
        self.frozen = frozen

    def train(self, mode=True):
        {first}
        if self.frozen:
            self.body.eval()
        return self

    def forward(self, x):
        return self.last(self.body(x)).squeeze(-1)
"""
REPORT = """\
# Ranker: eval() has no effect

The running mean of the batch norm still moves when I score rows in evaluation mode.
"""
MENDED = "super().train(mode)"
WRONG = ("self.last.train(mode)", "super().train()", "self.last.train(mode); self.body.train()")


@pytest.mark.parametrize("wrong", WRONG)
def test_statistics_that_move_are_seen(wrong: str, tmp_path: Path) -> None:
    files = {"ranker.py": NETWORK.format(first=wrong)}
    project = Project("ranker", files, REPORT, ((wrong, MENDED),))
    case = cases(project, tmp_path / "buggy")[0]
    draft = next(firing(case), None)
    assert draft is not None
    assert "statistics" in case.fingerprint.criteria[0].fact
    project.write(tmp_path / "healthy", healthy=True)
    source = render(draft, case.fingerprint, case.project.search_path)
    assert NOT_REPRODUCED in output_of(source, tmp_path / "healthy").splitlines()
