"""Parameters without a gradient that the answer depends on, and the lines that cut them off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(4, 3)
        self.own = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        hidden = self.dense(x)
        return {answer}

network = Network()
optimizer = torch.optim.SGD(network.parameters(), lr=1e-2)
inputs, targets = torch.randn(32, 4), torch.randn(32, 3)
for step in range(12):
    optimizer.zero_grad()
    nn.functional.mse_loss(network(inputs), targets).backward()
    optimizer.step()
"""


def own(folder: Path, answer: str) -> dict[str, Any] | None:
    seen = watched(folder, LOOP.format(answer=answer), check_network=True)
    assert seen.of_kind("trouble") == []
    assert seen.names["network"].own.grad_fn is None
    told = [one for one in seen.only("parameters")["unchanged"] if one["name"] == "own"]
    if told and "cut" in told[0]:
        assert told[0]["cut"] == seen.place("return hidden")
    return told[0] if told else None


@pytest.mark.parametrize(
    "factor", ["self.own.detach()", "self.own.sum().item()", "self.own.softmax(0).detach()"]
)
def test_one_that_is_cut_off_has_an_effect(tmp_path: Path, factor: str) -> None:
    told = own(tmp_path, f"hidden * {factor}")
    assert told is not None
    assert told["optimised"]
    assert not told["had_gradient"]
    assert told["has_effect"]
    assert told["cut"]


def test_one_behind_steps_has_an_effect_and_a_gradient(tmp_path: Path) -> None:
    told = own(tmp_path, "hidden * self.own.round()")
    assert told is not None
    assert told["had_gradient"]
    assert told["has_effect"]
    assert "cut" not in told


def test_one_that_is_not_used_has_none(tmp_path: Path) -> None:
    told = own(tmp_path, "hidden * 2")
    assert told is not None
    assert told["has_effect"] is False


def test_one_that_is_trained_is_not_told(tmp_path: Path) -> None:
    assert own(tmp_path, "hidden * self.own") is None
