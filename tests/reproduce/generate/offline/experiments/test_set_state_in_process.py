"""What a method has put on a network is lost on loading, or comes back with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

SCALE = Project(
    "scale",
    {
        "tide.py": """\
import torch
from torch import nn

class TideNet(nn.Module):
    def __init__(self, hours=12):
        super().__init__()
        self.mean = torch.zeros(())
        self.std = torch.ones(())
        self.net = nn.Linear(hours, 3)

    def fit_scale(self, levels):
        self.mean = levels.mean()
        self.std = levels.std()

    def forward(self, levels):
        return self.net((levels - self.mean) / self.std)

def save_model(model, path):
    torch.save(model.state_dict(), path)

def load_model(path):
    model = TideNet()
    model.load_state_dict(torch.load(path))
    return model
"""
    },
    "# Forecasts differ after reloading\n\nI saved a TideNet with save_model, and after load_model "
    "it gives other forecasts.\n",
    (
        ("self.mean = torch.zeros(())", "self.register_buffer('mean', torch.zeros(()))"),
        ("self.std = torch.ones(())", "self.register_buffer('std', torch.ones(()))"),
    ),
)
BY_STATE = Project(
    "by_state",
    {
        "gauge.py": """\
from torch import nn

class Gauge(nn.Module):
    def __init__(self, sensors=4):
        super().__init__()
        self.offset = 0.0
        self.body = nn.Sequential(nn.Linear(sensors, 8), nn.Tanh(), nn.Linear(8, 1))

    def calibrate(self, readings):
        self.offset = float(readings.mean())

    def forward(self, readings):
        return self.body(readings - self.offset)
"""
    },
    "# Calibration is lost\n\nThe calibration of a Gauge is gone after restoring its state_dict.\n",
    (
        (
            "    def forward",
            "    def get_extra_state(self):\n        return self.offset\n\n"
            "    def set_extra_state(self, state):\n        self.offset = state\n\n"
            "    def forward",
        ),
    ),
)


@pytest.mark.parametrize("project", [SCALE, BY_STATE], ids=lambda project: project.name)
def test_some_experiment_shows_the_bug(project: Project, tmp_path: Path) -> None:
    found = next(firing(cases(project, tmp_path)[0]), None)
    assert found is not None
    assert found.idea.startswith("Call ")


@pytest.mark.parametrize("project", [SCALE, BY_STATE], ids=lambda project: project.name)
def test_no_experiment_accuses_the_mended_project(project: Project, tmp_path: Path) -> None:
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []
