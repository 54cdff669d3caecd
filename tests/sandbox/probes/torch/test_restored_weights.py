"""Weights that are put back once the network has trained."""

from __future__ import annotations

from pathlib import Path

from tests.sandbox.probes.torch.watching import watched

SOURCE = """
import copy, torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(64, 6), torch.randn(64, 1)
network = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 1))
network.load_state_dict(network.state_dict())
optimizer = torch.optim.SGD(network.parameters(), lr=1e-2)
for epoch in range(6):
    optimizer.zero_grad()
    nn.functional.mse_loss(network(x), y).backward()
    optimizer.step()
    if epoch == 2:
        best = copy.deepcopy(network.state_dict())
network.load_state_dict(best, strict=True)
network[0].load_state_dict(network[0].state_dict())
"""


def test_they_are_told_once_and_not_before_the_first_step(tmp_path: Path) -> None:
    (told,) = watched(tmp_path, SOURCE).of_kind("restored")
    assert told["step"] == 6
    assert told["place"]["line"] == 15
