"""A draw without a gradient between two layers, and draws that are as they should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

SOURCE = """
import torch
from torch import nn
from torch.distributions import Normal
torch.manual_seed(0)
x, y = torch.randn(64, 6), torch.randn(64, 1)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(6, 4), nn.Linear(2, 1)

    def forward(self, x):
        mean, raw = self.encoder(x).chunk(2, dim=1)
        q = Normal(mean, raw.exp())
        z = {drawn} if self.training else q.mean
        return self.decoder(z), {beside}

network = Network()
optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
for _ in range(10):
    made, beside = network(x)
    optimizer.zero_grad()
    (((made - y) ** 2).mean() + 0.01 * beside).backward()
    optimizer.step()
"""
KL = "(mean ** 2).mean()"


def cuts(folder: Path, drawn: str, beside: str = KL) -> list[Any]:
    source = SOURCE.replace("{drawn}", drawn).replace("{beside}", beside)
    checks = watched(folder, source, check_network=True).of_kind("network_check")
    return [one["place"]["line"] for one in checks if one["check"] == "gradient-passes"]


def test_a_draw_without_a_gradient_is_told_with_its_line(tmp_path: Path) -> None:
    assert cuts(tmp_path, "q.sample()") == [16]


@pytest.mark.parametrize(
    ("drawn", "beside"),
    [
        ("q.rsample()", KL),
        ("q.sample()", "q.log_prob(z).mean()"),
        ("mean + Normal(0.0, 1.0).sample(mean.shape)", KL),
    ],
    ids=["with a gradient", "scored", "noise"],
)
def test_other_draws_are_not_told(tmp_path: Path, drawn: str, beside: str) -> None:
    assert cuts(tmp_path, drawn, beside) == []
