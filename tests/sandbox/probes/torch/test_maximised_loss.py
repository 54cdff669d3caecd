"""The sign of a loss function in what is differentiated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
loss_function = nn.CrossEntropyLoss()
inputs, labels = torch.randn(32, 4), torch.randint(0, 2, (32,))
for step in range({steps}):
    answer = network(inputs)
    optimizer.zero_grad()
    ({objective}).backward()
    optimizer.step()
"""
MAXIMISED = [
    "-loss_function(answer, labels)",
    "-1 * F.cross_entropy(answer, labels)",
    "0.5 - F.cross_entropy(answer, labels) / 3",
    "0.01 * network.weight.pow(2).sum() - loss_function(answer, labels)",
]
MINIMISED = [
    "loss_function(answer, labels)",
    "-(-loss_function(answer, labels))",
    "loss_function(answer, labels) - 0.1 * answer.softmax(1).std()",
    "loss_function(answer, labels) - 0.1 * F.mse_loss(answer[:, 0], answer[:, 1])",
    "-answer.log_softmax(1)[range(32), labels].mean()",
    "(1 if step % 2 else -1) * loss_function(answer, labels)",
]


def told(folder: Path, objective: str, steps: int = 12) -> int:
    seen = watched(folder, LOOP.format(objective=objective, steps=steps))
    assert seen.of_kind("trouble") == []
    return len(seen.of_kind("maximised_loss"))


@pytest.mark.parametrize("objective", MAXIMISED)
def test_a_loss_that_is_made_larger_is_told_once(tmp_path: Path, objective: str) -> None:
    assert told(tmp_path, objective) == 1


@pytest.mark.parametrize("objective", MINIMISED)
def test_a_loss_that_is_made_smaller_is_not(tmp_path: Path, objective: str) -> None:
    assert told(tmp_path, objective) == 0


def test_a_few_passes_say_too_little(tmp_path: Path) -> None:
    assert told(tmp_path, MAXIMISED[0], steps=7) == 0
