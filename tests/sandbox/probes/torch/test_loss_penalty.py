"""What a script adds to a loss function, as far as it depends on weights alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
network = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))
weights = [one for one in network.parameters() if one.dim() > 1]
optimizer = torch.optim.SGD(network.parameters(), lr=0.0)
loss_function = nn.CrossEntropyLoss()
inputs, labels = torch.randn(32, 4), torch.randint(0, 2, (32,))
for step in range(12):
    answer = network(inputs)
    optimizer.zero_grad()
    loss = {objective}
    loss.backward()
    optimizer.step()
rest = float(loss - loss_function(network(inputs), labels))
"""
OF_WEIGHTS = [
    "loss_function(answer, labels) + 0.1 * sum(one.abs().sum() for one in weights)",
    "F.cross_entropy(answer, labels) + 0.5 * network[0].weight.pow(2).sum() / 2",
    "loss_function(answer, labels) + 0.1 * torch.stack([one.norm() for one in weights]).mean()",
    "0.3 * torch.cat([one.flatten() for one in weights]).norm(1) + loss_function(answer, labels)",
]
OTHERS = [
    "loss_function(answer, labels)",
    "loss_function(answer, labels) + 0.1 * answer.pow(2).mean()",
    "0.5 * loss_function(answer, labels) + network[0].weight.abs().sum()",
    "loss_function(answer, labels) - network[0].weight.abs().sum()",
    "loss_function(answer, labels).add_(network[0].weight.abs().sum())",
    "answer.log_softmax(1)[range(32), labels].mean() + network[0].weight.abs().sum()",
]


def penalties(folder: Path, objective: str) -> tuple[list[float | None], float]:
    seen = watched(folder, LOOP.format(objective=objective))
    assert seen.of_kind("trouble") == []
    told = [one for event in seen.of_kind("losses") for one in event.get("penalties") or ()]
    return told, seen.names["rest"]


@pytest.mark.parametrize("objective", OF_WEIGHTS)
def test_a_penalty_on_weights_is_told_with_every_loss(tmp_path: Path, objective: str) -> None:
    told, expected = penalties(tmp_path, objective)
    assert told == pytest.approx([expected] * 12, rel=1e-3)


@pytest.mark.parametrize("objective", OTHERS)
def test_nothing_else_is_a_penalty(tmp_path: Path, objective: str) -> None:
    assert penalties(tmp_path, objective)[0] == []
