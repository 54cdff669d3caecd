"""Derivatives that a script takes of its network, and networks that have no second one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import Watched, watched

EQUATION = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(1, 8), nn.Linear(8, 1)
        self.bend = {bend}

    def forward(self, x):
        return {answer}

def derived(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]

network = Network()
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for step in range({steps}):
    x = torch.rand(16, 1, requires_grad=True)
    answer = network(x)
    loss = ({residual} - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""
PLAIN = "self.last(self.bend(self.first(x)))"
ANSATZ = "x * (1 - x) * " + PLAIN
SECOND = "derived(derived(answer, x)[:, :1], x)"


def solved(
    folder: Path, bend: str, answer: str = PLAIN, residual: str = SECOND, steps: int = 12
) -> Watched:
    source = EQUATION.format(bend=bend, answer=answer, residual=residual, steps=steps)
    found = watched(folder, source, check_network=True)
    assert found.of_kind("trouble") == []
    return found


def curves(found: Watched) -> list[bool]:
    told = found.of_kind("network_check")
    return [one["result"] for one in told if one["check"] == "curves"]


@pytest.mark.parametrize("bend", ["nn.ReLU()", "nn.LeakyReLU(0.1)"])
@pytest.mark.parametrize("answer", [PLAIN, ANSATZ])
def test_a_network_that_is_linear_in_pieces_is_flat(tmp_path: Path, bend: str, answer: str) -> None:
    found = solved(tmp_path, bend, answer)
    assert curves(found) == [False]
    (event,) = (one for one in found.of_kind("network_check") if one["check"] == "curves")
    assert event["place"] == found.place("self.bend = ")


@pytest.mark.parametrize("bend", ["nn.Tanh()", "nn.SiLU()", "torch.sin"])
def test_a_smooth_one_is_not(tmp_path: Path, bend: str) -> None:
    assert curves(solved(tmp_path, bend)) == [True]


def test_without_a_layer_the_line_is_that_of_the_derivative(tmp_path: Path) -> None:
    found = solved(tmp_path, "torch.relu")
    (event,) = (one for one in found.of_kind("network_check") if one["check"] == "curves")
    assert event["place"] == found.place("torch.autograd.grad")


@pytest.mark.parametrize("residual", ["derived(answer, x)", "answer"])
def test_first_derivatives_need_no_curve(tmp_path: Path, residual: str) -> None:
    assert curves(solved(tmp_path, "nn.ReLU()", residual=residual)) == []


@pytest.mark.parametrize(("bend", "zero"), [("nn.ReLU()", 4), ("nn.Tanh()", 0)])
def test_two_derivatives_on_one_line_are_told_apart(tmp_path: Path, bend: str, zero: int) -> None:
    told = solved(tmp_path, bend).of_kind("derivative")
    assert [(one["order"], one["looks"], one["zero"]) for one in told] == [(1, 4, 0), (2, 4, zero)]


def test_a_few_calls_say_too_little(tmp_path: Path) -> None:
    assert solved(tmp_path, "nn.ReLU()", steps=3).of_kind("derivative") == []


def test_derivatives_by_weights_are_no_matter(tmp_path: Path) -> None:
    residual = "torch.autograd.grad(answer.sum(), network.first.weight, create_graph=True)[0]"
    assert solved(tmp_path, "nn.ReLU()", residual=residual).of_kind("derivative") == []
