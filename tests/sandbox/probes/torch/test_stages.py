"""A training in stages: what a later optimiser is given is looked at, whatever the budget says."""

from __future__ import annotations

from pathlib import Path

from tests.sandbox.probes.torch.watching import watched

SOURCE = """
import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(64, 4), torch.randn(64, 1)

class Adapted(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.first = nn.Parameter(torch.zeros(4, 3))
        self.second = nn.Parameter(torch.zeros(3, 1))

    def forward(self, x):
        return self.base(x) + x @ self.first @ self.second

def train(network, steps):
    chosen = [one for one in network.parameters() if one.requires_grad]
    optimizer = torch.optim.SGD(chosen, lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        ((network(x) - y) ** 2).mean().backward()
        optimizer.step()

base = nn.Linear(4, 1)
train(base, 50)
for _ in range({stages}):
    train(Adapted(base), 10)
"""


def layered_steps(folder: Path, stages: int) -> list[int]:
    seen = watched(folder, SOURCE.replace("{stages}", str(stages)), budget=0.0)
    assert seen.of_kind("trouble") == []
    return [one["step"] for one in seen.of_kind("layers") if one["step"] >= 50]


def test_the_first_steps_of_a_later_stage_are_looked_at(tmp_path: Path) -> None:
    assert layered_steps(tmp_path, 1)[:2] == [51, 52]


def test_of_many_stages_only_some_are_looked_at(tmp_path: Path) -> None:
    assert {(step - 50) // 10 for step in layered_steps(tmp_path, 12)} == {0, 1, 2, 3}
