"""Whether gradients are cleared between steps, in every way that loops do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(0)
network, other = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
second = torch.optim.SGD(other.parameters(), lr=1e-3)
def loss(*networks):
    return sum(one(torch.randn(8, 4)).pow(2).mean() for one in networks)
for step in range(8):
{body}
result = [p.detach() for p in network.parameters()]
"""
FAULTY = {
    "never": "loss(network).backward(); optimizer.step()",
    "the other one": "second.zero_grad(); loss(network).backward(); optimizer.step()",
    "by another network": (
        "loss(network, other).backward(); optimizer.step(); second.zero_grad(); "
        "loss(other).backward(); second.step()"
    ),
}
HEALTHY = {
    "before": "optimizer.zero_grad(); loss(network).backward(); optimizer.step()",
    "after": "loss(network).backward(); optimizer.step(); network.zero_grad(set_to_none=False)",
    "by hand": (
        "loss(network).backward(); optimizer.step()\n"
        "    for p in network.parameters(): p.grad = None"
    ),
    "summed up": (
        "loss(network).backward()\n    if step % 2: optimizer.step(); optimizer.zero_grad()"
    ),
    "summed up and cleared late": (
        "if step % 2 == 0: optimizer.zero_grad()\n    loss(network).backward()\n"
        "    if step % 2: optimizer.step()"
    ),
    "adversaries": (
        "loss(network, other).backward(); optimizer.step(); second.zero_grad(); "
        "loss(other).backward(); second.step(); optimizer.zero_grad()"
    ),
}


def kept(folder: Path, body: str) -> dict[int, bool]:
    found = watched(folder, LOOP.format(body=f"    {body}"))
    events = found.of_kind("kept_gradients")
    return {one["optimiser"]: one["kept"] >= one["steps"] / 2 for one in events}


@pytest.mark.parametrize("way", FAULTY)
def test_gradients_that_are_kept(way: str, tmp_path: Path) -> None:
    assert kept(tmp_path, FAULTY[way])[0] is True


@pytest.mark.parametrize("way", HEALTHY)
def test_gradients_that_are_cleared(way: str, tmp_path: Path) -> None:
    assert set(kept(tmp_path, HEALTHY[way]).values()) == {False}
