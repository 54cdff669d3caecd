"""Which pairs a loss pulls together, and which it pushes apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
network = nn.Linear(6, 4)
optimizer = torch.optim.SGD(network.parameters(), lr=1e-4)
inputs = torch.randn(32, 6)
near, other = inputs + 0.1 * torch.randn(32, 6), torch.randn(32, 6)
same = torch.arange(32) % 2
partner = torch.where(same.bool()[:, None], near, other)
for step in range({steps}):
    a, p, n, b = network(inputs), network(near), network(other), network(partner)
    loss = {objective}
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
RIGHT = [
    "F.triplet_margin_loss(a, p, n)",
    "nn.TripletMarginLoss(margin=0.2)(a, p, n)",
    "F.relu(F.pairwise_distance(a, p) - F.pairwise_distance(a, n) + 0.1).mean()",
    "F.cosine_embedding_loss(a, b, 2.0 * same - 1)",
    "(lambda d: (same * d**2 + (1 - same) * F.relu(1 - d) ** 2).mean())(F.pairwise_distance(a, b))",
    "((1 - 2 * same) * nn.CosineSimilarity()(a, b)).mean()",
]
TURNED = [
    "F.triplet_margin_loss(a, n, p)",
    "F.relu(F.pairwise_distance(a, n) - F.pairwise_distance(a, p) + 0.1).mean()",
    "F.cosine_embedding_loss(a, b, 1 - 2.0 * same)",
    "((2 * same - 1) * F.cosine_similarity(a, b)).mean()",
]
SILENT = [
    "(same * F.pairwise_distance(a, b) ** 2"
    " + (1 - same) * F.relu(1 - F.pairwise_distance(a, b)) ** 2).mean()",
    "F.mse_loss(F.cosine_similarity(a, b), same.float())",
    "(F.pairwise_distance(a, b) - same).abs().mean()",
    "F.triplet_margin_loss(a, p[torch.cdist(a, p).argmax(1)], n)",
    "F.mse_loss(a, inputs[:, :4])",
    "F.cosine_similarity(a[:, None], n[None], dim=-1).mean()",
]


def told(folder: Path, objective: str, steps: int = 30) -> list[dict[str, Any]]:
    seen = watched(folder, LOOP.format(objective=objective, steps=steps))
    assert seen.of_kind("trouble") == []
    return seen.of_kind("compared_pairs")


@pytest.mark.parametrize("objective", RIGHT)
def test_what_is_alike_is_pulled(tmp_path: Path, objective: str) -> None:
    (found,) = told(tmp_path, objective)
    assert (len(found["first"]), len(found["last"]), found["passes"]) == (16, 16, 30)
    assert all(row[1] < row[3] for row in found["first"] if row[2])


@pytest.mark.parametrize("objective", TURNED)
def test_what_is_alike_is_pushed(tmp_path: Path, objective: str) -> None:
    (found,) = told(tmp_path, objective)
    assert all(row[1] > row[3] and row[2] for row in found["first"])


@pytest.mark.parametrize("objective", SILENT)
def test_nothing_is_told_where_a_role_depends_on_the_distance(
    tmp_path: Path, objective: str
) -> None:
    assert told(tmp_path, objective) == []


@pytest.mark.parametrize(
    ("objective", "both_learn", "alone"),
    [
        ("-F.cosine_similarity(a, p).mean()", True, True),
        ("-F.cosine_similarity(a, p.detach()).mean()", False, True),
        ("F.mse_loss(a, p)", True, True),
        ("F.cross_entropy(a, same) - F.cosine_similarity(a, p).mean()", True, False),
    ],
)
def test_what_else_learns(tmp_path: Path, objective: str, both_learn: bool, alone: bool) -> None:
    (found,) = told(tmp_path, objective)
    assert all(row[0] and not row[2] for row in found["first"])
    assert (found["both_learn"], found["alone"]) == (both_learn, alone)
