"""Quantiles that are learned from the other end, because the error of a pinball loss is turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.guest.runs import project, watched

pytestmark = pytest.mark.slow  # levels are looked for in the modules of a run

SOURCE = """
import torch
from torch import nn
torch.manual_seed(0)
LEVELS = (0.1, 0.5, 0.9)
x = torch.rand(256, 2)
y = x[:, 0] + torch.randn(256) * 0.5

class Pinball(nn.Module):
    def forward(self, made, target):
        error = {error}
        levels = torch.tensor(LEVELS)
        return torch.maximum(levels * error, (levels - 1) * error).mean()

network = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.Adam(network.parameters(), lr=2e-2)
loss = Pinball()
for at in range(300):
    rows = torch.arange(64) + at % 4 * 64
    optimizer.zero_grad()
    loss(network(x[rows]), y[rows]).backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("error", "is_kept"),
    [("target[:, None] - made", True), ("made - target[:, None]", False)],
    ids=["right", "turned"],
)
def test_which_share_of_the_targets_is_below_each_is_told(
    tmp_path: Path, error: str, is_kept: bool
) -> None:
    source = SOURCE.replace("{error}", error)
    root = project(tmp_path / "project", {"train.py": source})
    checks = watched(root, ["train.py"], options=["--check-network"]).of_kind("network_check")
    assert [one["result"] for one in checks if one["check"] == "levels-are-kept"] == [is_kept]


ONE = """
import torch
from torch import nn
torch.manual_seed(0)
x = torch.rand(256, 2)
y = x[:, 0] + torch.randn(256) * 0.5

class {name}(nn.Module):
    def __init__(self, level):
        super().__init__()
        self.level = level

    def forward(self, made, target):
        error = {error}
        return {loss}

network = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1), nn.Flatten(0))
optimizer = torch.optim.Adam(network.parameters(), lr=2e-2)
loss = {name}({level})
for at in range(200):
    rows = torch.arange(64) + at % 4 * 64
    optimizer.zero_grad()
    loss(network(x[rows]), y[rows]).backward()
    optimizer.step()
"""
RIGHT, TURNED = "target - made", "made - target"
PINBALL = "torch.maximum(self.level * error, (self.level - 1) * error).mean()"
HUBER = "torch.where(error > 0, self.level * error**2, (1 - self.level) * error**2).mean()"


@pytest.mark.parametrize(
    ("name", "error", "loss", "level", "told"),
    [
        ("Pinball", RIGHT, PINBALL, 0.9, [True]),
        ("Pinball", TURNED, PINBALL, 0.9, [False]),
        ("QuantileLoss", TURNED, PINBALL, 0.1, [False]),
        ("Pinball", TURNED, PINBALL, 0.55, []),  # it is nearly the median from both ends
        ("DearWhenTooHigh", TURNED, PINBALL, 0.9, []),  # it may well be meant
        ("Pinball", TURNED, HUBER, 0.9, []),  # that is no quantile
    ],
)
def test_a_single_level_is_that_of_the_loss(
    tmp_path: Path, name: str, error: str, loss: str, level: float, told: list[bool]
) -> None:
    filled = {"{name}": name, "{error}": error, "{loss}": loss, "{level}": str(level)}
    source = ONE
    for part, text in filled.items():
        source = source.replace(part, text)
    root = project(tmp_path / "project", {"train.py": source})
    checks = watched(root, ["train.py"], options=["--check-network"]).of_kind("network_check")
    assert [one["result"] for one in checks if one["check"] == "levels-are-kept"] == told
