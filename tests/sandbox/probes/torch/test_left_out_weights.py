"""Weights that get a gradient and are in no optimiser, however late they come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

START = """
import torch
from torch import nn
torch.manual_seed(0)
inputs, targets = torch.randn(32, 4), torch.randn(32, 1)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)
        {attribute}

    def forward(self, inputs):
        {result}

def train(network, optimizer, steps=60):
    for step in range(steps):
        optimizer.zero_grad()
        loss = ((network({given}) - targets) ** 2).mean()
        loss.backward()
        optimizer.step()

def main():
    network = Network()
    optimizer = torch.optim.SGD({parameters}, lr=1e-3)
    train(network, optimizer)
    {then}

main()
"""
PLAIN = {
    "attribute": "pass",
    "result": "return self.head(self.body(inputs).relu())",
    "given": "inputs",
    "parameters": "network.parameters()",
    "then": "pass",
}
SCALED = {"result": "return self.head(self.body(inputs).relu()) * self.scale"}
TENSOR = {**SCALED, "attribute": "self.scale = torch.ones(1, requires_grad=True)"}
NEW_HEAD = "network.head = nn.Linear(8, 1)"


def told(folder: Path, **parts: str) -> list[dict[str, Any]]:
    seen = watched(folder, START.format(**{**PLAIN, **parts}))
    assert seen.of_kind("trouble") == []
    return [one for event in seen.of_kind("left_out_weights") for one in event["weights"]]


def line_of(text: str, **parts: str) -> int:
    lines = START.format(**{**PLAIN, **parts}).splitlines()
    return next(at for at, line in enumerate(lines, 1) if text in line)


def test_a_layer_that_comes_after_the_optimiser_is_told(tmp_path: Path) -> None:
    then = f"{NEW_HEAD}; train(network, optimizer)"
    found = told(tmp_path, then=then)
    assert {(one["path"], one["name"]) for one in found} == {("head", "weight"), ("head", "bias")}
    assert all(one["added"] and one["registered"] for one in found)
    assert {one["place"]["line"] for one in found} == {line_of(NEW_HEAD, then=then)}


def test_a_plain_tensor_is_told_with_the_line_that_sets_it(tmp_path: Path) -> None:
    (found,) = told(tmp_path, **TENSOR)
    assert (found["type"], found["name"], found["registered"]) == ("Network", "scale", False)
    assert found["place"]["line"] == line_of("self.scale = ", **TENSOR)


def test_a_parameter_in_a_list_is_told(tmp_path: Path) -> None:
    attribute = "self.scale = [nn.Parameter(torch.ones(1))]"
    result = "return self.head(self.body(inputs).relu()) * self.scale[0]"
    assert [one["name"] for one in told(tmp_path, attribute=attribute, result=result)] == ["scale"]


HEALTHY = {
    "nothing": {},
    "new optimiser": {
        "then": f"{NEW_HEAD}; train(network, torch.optim.SGD(network.head.parameters(), lr=0.1))"
    },
    "new group": {
        "then": f"{NEW_HEAD}; optimizer.add_param_group({{'params': network.head.parameters()}}); "
        "train(network, optimizer)"
    },
    "frozen": {
        "then": f"{NEW_HEAD}; network.head.requires_grad_(False); train(network, optimizer)"
    },
    "parameter": {**SCALED, "attribute": "self.scale = nn.Parameter(torch.ones(1))"},
    "in the optimiser": {**TENSOR, "parameters": "[*network.parameters(), network.scale]"},
    "no gradient": {**SCALED, "attribute": "self.scale = torch.ones(1)"},
    "input": {
        "attribute": "self.points = torch.randn(32, 4, requires_grad=True)",
        "given": "network.points",
    },
    "derivative by data": {
        "attribute": "self.points = torch.randn(32, 4, requires_grad=True)",
        "result": "made = self.head(self.body(self.points * 2).tanh()); "
        "return torch.autograd.grad(made.sum(), self.points, create_graph=True)[0][:, :1] + made",
    },
    "new at each step": {
        **SCALED,
        "attribute": "self.scale = torch.ones(1, requires_grad=True)",
        "result": "self.scale = torch.ones(1, requires_grad=True); "
        "return self.head(self.body(inputs)) * self.scale",
    },
    "no attribute of a module": {
        "given": "inputs + noise",
        "then": "pass",
        "attribute": "global noise; noise = torch.zeros(32, 4, requires_grad=True)",
    },
}


@pytest.mark.parametrize("parts", HEALTHY.values(), ids=HEALTHY.keys())
def test_nothing_is_told_of_what_is_trained_or_an_input(
    tmp_path: Path, parts: dict[str, str]
) -> None:
    assert told(tmp_path, **parts) == []
