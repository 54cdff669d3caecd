"""Losses over the pairs of a batch are told from classifiers with as many classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import watched

PROGRAM = """
    import torch
    from torch import nn

    first, second, head = nn.Linear(6, 4), nn.Linear(5, 4), nn.Linear(6, 3, bias=False)
    scale = nn.Parameter(torch.tensor(1.0))
    parameters = [*first.parameters(), *second.parameters(), *head.parameters(), scale]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for step in range(20):
        x, y = torch.randn(3, 6), torch.randn(3, 5)
        pairs = scale.exp() * first(x) @ second(y).t()
        optimizer.zero_grad()
        nn.functional.cross_entropy({scores}, {target}).backward()  # compared
        optimizer.step()
"""
DRAWN = "torch.randint(0, 3, (3,))"


def source(scores: str, target: str = "torch.arange(3)") -> str:
    return PROGRAM.format(scores=scores, target=target)


@pytest.mark.parametrize("scores", ["pairs", "pairs.t()", "-torch.cdist(first(x), second(y))"])
def test_all_pairs_of_a_batch(tmp_path: Path, scores: str) -> None:
    seen = watched(tmp_path, source(scores))
    found = seen.only("pair_loss")
    assert (found["size"], found["looks"]) == (3, 16)
    assert found["place"] == seen.place("# compared")


@pytest.mark.parametrize(("scores", "target"), [("pairs", DRAWN), ("head(x)", "torch.arange(3)")])
def test_classes_are_no_pairs(tmp_path: Path, scores: str, target: str) -> None:
    assert not watched(tmp_path, source(scores, target)).of_kind("pair_loss")
