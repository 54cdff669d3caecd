"""Losses that the script computes itself: what they are the mean of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
network = nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(4):
    x, y = torch.randn(8, 4), torch.randn(8)
    optimizer.zero_grad()
    error = {error}
    loss = {loss}
    loss.backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""


@pytest.mark.parametrize("loss", ["(error ** 2).mean()", "error.abs().sum() / 64 + 0.1"])
@pytest.mark.parametrize(
    ("error", "reduced"), [("network(x) - y", [8, 8]), ("network(x).squeeze(1) - y", [8])]
)
def test_the_shape_that_is_reduced_is_told(
    loss: str, error: str, reduced: list[int], tmp_path: Path
) -> None:
    event = watched(tmp_path, LOOP.format(error=error, loss=loss)).only("loss_function")
    assert event["answers"] == [8, 1]
    assert event["reduced"] == reduced
