"""Whether a step uses the gradients, in every way that loops make them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import Watched, watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(0)
network, other = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
second = torch.optim.SGD(other.parameters(), lr=1e-3)
def loss(given=None):
    return network(torch.randn(8, 4) if given is None else given).pow(2).mean()
for epoch in range(4):
{body}
"""
FAULTY = {
    "step in the outer loop": """
    for batch in range(8):
        optimizer.zero_grad()
        loss().backward()
    optimizer.step()
""",
    "zeros instead of none": """
    for batch in range(8):
        optimizer.zero_grad(set_to_none=False)
        loss().backward()
    optimizer.step()
""",
    "step before backward": """
    for batch in range(8):
        optimizer.zero_grad()
        optimizer.step()
        loss().backward()
""",
    "cleared between": """
    for batch in range(8):
        loss().backward()
        network.zero_grad()
        optimizer.step()
""",
}
HEALTHY = {
    "in order": """
    for batch in range(8):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
""",
    "summed up": """
    for batch in range(8):
        loss().backward()
    optimizer.step()
    optimizer.zero_grad()
""",
    "deceiving examples": """
    for batch in range(8):
        given = torch.randn(8, 4, requires_grad=True)
        loss(given).backward()
        optimizer.zero_grad()
        loss((given + given.grad.sign()).detach()).backward()
        optimizer.step()
""",
    "written by the script": """
    for batch in range(8):
        sums = [torch.zeros_like(one) for one in network.parameters()]
        for example in range(4):
            optimizer.zero_grad()
            loss().backward()
            for known, one in zip(sums, network.parameters()):
                known += one.grad.clamp(-1, 1)
        for known, one in zip(sums, network.parameters()):
            one.grad = known
        optimizer.step()
""",
    "closure": """
    def closure():
        optimizer.zero_grad()
        found = loss()
        found.backward()
        return found
    optimizer = torch.optim.LBFGS(network.parameters(), lr=1e-3)
    for batch in range(8):
        optimizer.step(closure)
""",
    "several optimisers": """
    for batch in range(8):
        optimizer.zero_grad()
        other(network(torch.randn(8, 4)) * torch.ones(4)).mean().backward()
        optimizer.step()
        second.zero_grad()
        other(torch.randn(8, 4)).mean().backward()
        second.step()
""",
}


def seen(folder: Path, body: str) -> Watched:
    return watched(folder, LOOP.format(body=body))


def told(found: Watched) -> list[tuple[Any, Any]]:
    return [(one["discarded"], one["passes"]) for one in found.of_kind("discarded_gradients")]


@pytest.mark.parametrize("way", FAULTY)
def test_gradients_that_are_discarded(way: str, tmp_path: Path) -> None:
    ((discarded, passes),) = told(seen(tmp_path, FAULTY[way]))
    assert 8 <= passes <= 32
    assert discarded >= 0.8 * passes


@pytest.mark.parametrize("way", HEALTHY)
def test_gradients_that_are_used_or_serve_another_end(way: str, tmp_path: Path) -> None:
    assert all(discarded == 0 for discarded, _ in told(seen(tmp_path, HEALTHY[way])))


def test_the_loss_of_a_step_is_that_of_the_gradients_it_uses(tmp_path: Path) -> None:
    found = seen(tmp_path, FAULTY["step in the outer loop"])
    summed = seen(tmp_path, HEALTHY["summed up"])
    first, *rest = found.losses
    assert all(value < first / 3 for value in rest), "before the first step nothing is known"
    assert min(summed.losses) > 2 * max(rest)
