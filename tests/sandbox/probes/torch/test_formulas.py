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
    event = watched(tmp_path, LOOP.format(error=error, loss=loss)).of_kind("loss_function")[0]
    assert event["answers"] == [8, 1]
    assert event["reduced"] == reduced


PAIRS = {
    "((error - error.squeeze(1)) ** 2).mean()": False,
    "torch.relu(1 - y * (error.unsqueeze(1)[:, :, 0] - error[:, 0])).mean()": False,
    "-(y * error.sigmoid().log() + (1 - y) * (1 - error.sigmoid()).log()).mean()": True,
}


@pytest.mark.parametrize("loss", PAIRS)
def test_pairs_of_answers_are_no_pairs_of_an_answer_and_a_target(loss: str, tmp_path: Path) -> None:
    """Both sides of such a pair are learned, as in a ranking loss."""
    event = watched(tmp_path, LOOP.format(error="network(x)", loss=loss)).of_kind("loss_function")[
        0
    ]
    assert (event.get("reduced") == [8, 8]) is PAIRS[loss]
