"""Losses of the script's own that subtract a row of targets from a column of answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import fingerprint, plain, watched

LOOP = """
import torch
from torch import nn
class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, {width})
        self.outer = nn.Linear(8, 1)
        self.centres = nn.Parameter(torch.linspace(-1, 1, 8))
        self.register_buffer("places", torch.linspace(-1, 1, 8))
    def forward(self, x):
        return {forward}
network = Network()
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
labels = torch.randn(32)
for step in range(4):
    x, y = torch.randn(8, 4), torch.randn(8)
    column = y.unsqueeze(1)
    pred = network(x)
    def formula():
        return {loss}
    optimizer.zero_grad()
    formula().backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""
SQUARED = "(pred - y).pow(2).mean()"
BROADCAST = {
    "column of answers": {"loss": SQUARED},
    "the other way round": {"loss": "torch.abs(y - pred).mean()"},
    "slice of several": {"width": 3, "loss": "((y - pred[:, 1:2]) ** 2).mean()"},
    "one of several losses": {
        "width": 3,
        "loss": "nn.functional.mse_loss(pred[:, 0], y) + torch.sub(pred[:, 1:2], y).abs().mean()",
    },
    "column of targets": {"loss": "torch.subtract(pred.squeeze(1), column).square().mean()"},
    "picked answers": {
        "width": 3,
        "loss": "(pred.gather(1, torch.ones(8, 1).long()) - (y + 0.9)).square().mean()",
    },
    "half the likelihood": {
        "width": 2,
        "loss": "((y.sub(pred[:, :1])) ** 2 / pred[:, 1:].exp() + pred[:, 1:]).mean()",
    },
}
MEANT = {
    "squeezed": {"loss": "(pred.squeeze(1) - y).pow(2).mean()"},
    "column against column": {"loss": "(pred - column).pow(2).mean()"},
    "all pairs of answers": {"loss": "torch.relu(1 - (pred - pred.squeeze(1))).mean()"},
    "all pairs with those held fixed": {
        "loss": "(pred.squeeze(1).unsqueeze(1) - pred.squeeze(1).detach()).abs().mean()"
    },
    "all pairs with the same answers": {"loss": "(pred - pred.squeeze(1).detach()).abs().mean()"},
    "all distances, asked for": {"loss": "(y[:, None] - pred.squeeze(1)).abs().min(0)[0].mean()"},
    "learned centres": {
        "width": 8,
        "forward": "self.outer((-(x[:, :1] - self.centres) ** 2).exp())",
        "loss": "(pred.squeeze(1) - y).pow(2).mean()",
    },
    "places": {
        "width": 1,
        "forward": "self.outer((-(self.inner(x) - self.places) ** 2).exp())",
        "loss": "(pred.squeeze(1) - y).pow(2).mean()",
    },
    "a table of pairs": {"loss": "(pred - y.expand(8, 8)).pow(2).mean()"},
    "rows of a table": {"loss": "(pred - y.unsqueeze(0)).pow(2).mean()"},
}


def source(forward: str = "self.inner(x)", width: int = 1, **parts: str) -> str:
    return LOOP.format(forward=forward, width=width, **parts)


def differences(folder: Path, script: str) -> list[dict[str, Any]]:
    events = watched(folder, script).of_kind("loss_function")
    return [event for event in events if event["type"] == "subtraction"]


@pytest.mark.parametrize("name", BROADCAST)
def test_a_difference_of_a_column_and_a_row_is_told(name: str, tmp_path: Path) -> None:
    script = source(**BROADCAST[name])  # type: ignore[arg-type]
    (event,) = differences(tmp_path, script)
    line = next(
        at for at, text in enumerate(script.splitlines(), 1) if "return " in text and at > 20
    )
    assert event["called"] == {"file": "train.py", "line": line}
    assert sorted((event["input_shape"], event["target_shape"]), key=len) == [[8], [8, 1]]
    assert event["reduced"] == [8, 8]


@pytest.mark.parametrize("name", MEANT)
def test_a_difference_that_is_meant_is_not(name: str, tmp_path: Path) -> None:
    assert differences(tmp_path, source(**MEANT[name])) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BROADCAST)
def test_nothing_else_changes(name: str, tmp_path: Path) -> None:
    import torch

    before = [getattr(torch.Tensor, part) for part in ("__sub__", "sub", "subtract")]
    script = source(**BROADCAST[name])  # type: ignore[arg-type]
    alone = fingerprint(plain(tmp_path, script))
    assert fingerprint(watched(tmp_path, script).names) == alone
    assert [getattr(torch.Tensor, part) for part in ("__sub__", "sub", "subtract")] == before


def test_a_loss_that_comes_late_is_told(tmp_path: Path) -> None:
    late = "((pred if step > 99 else pred.squeeze(1)) - y).square().mean()"
    script = source(loss=late).replace("range(4)", "range(140)")
    assert len(differences(tmp_path, script)) == 1


TRANSFORMED = """
import torch
from torch import nn
def difference(a, b):
    return (torch.sub(a, b) - b.sub(a)).square().mean()
network = nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
compiled = torch.compile(difference, backend="eager", fullgraph=True)
result = []
for step in range(40):
    x, y = torch.randn(8, 4), torch.randn(8)
    optimizer.zero_grad()
    difference(network(x), y).backward()
    optimizer.step()
    if step > 2:
        continue
    column = network(x).detach()
    result += [torch.func.vmap(difference)(column, y), torch.func.grad(difference)(column, y)]
    result += [compiled(network(x), y)]
traced = torch.jit.trace(difference, (network(x), y))
scripted = torch.jit.script(difference)
graph = torch.fx.symbolic_trace(difference)
result += [one(network(x), y) for one in (traced, scripted, graph)]
result += [graph.code, str(traced.graph)]
"""


@pytest.mark.slow
def test_what_transforms_code_does_not_notice(tmp_path: Path) -> None:
    """Once there is a difference to look at, subtractions are replaced for some steps."""
    alone = fingerprint(plain(tmp_path, TRANSFORMED))
    run = watched(tmp_path, TRANSFORMED)
    assert fingerprint(run.names) == alone
    places = [event["called"] for event in run.of_kind("loss_function")]
    assert run.place("return (torch.sub") in places
