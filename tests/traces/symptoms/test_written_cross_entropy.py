"""Cross-entropies that a script writes itself: several labels, and scores without a softmax."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.traces.events import Place
from seismograd.traces.history import read_history
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.torch.watching import watched

LOOP = """
import torch
from torch import nn
x = torch.randn(8, 5)
one = torch.eye(4).repeat(2, 1)
labels = one.argmax(1)
several = torch.tensor([[1.0, 1, 0, 0], [0, 0, 0, 1]]).repeat(4, 1)
network = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 4))
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
for step in range(4):
    optimizer.zero_grad()
    z = network(x)
    loss = {loss}
    loss.backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""
OURS = {"several-labels", "scores-as-probabilities"}
LOSSES = {
    "-(several * z.log_softmax(1)).sum(1).mean()": {"several-labels"},
    "-(several * (z.softmax(1) + 1e-9).log()).sum(1).mean()": {"several-labels"},
    "-(one * z.clamp(1e-7, 1 - 1e-7).log()).sum(1).mean()": {"scores-as-probabilities"},
    "-((0.9 * one + 0.025) * z.clamp(1e-7, 1.0).log()).sum(1).mean()": {"scores-as-probabilities"},
    "-z.clamp(1e-7, 1 - 1e-7)[range(8), labels].log().mean()": {"scores-as-probabilities"},
    "-z.gather(1, labels[:, None]).clamp(1e-7, 1).log().mean()": {"scores-as-probabilities"},
    "-z.clamp(1e-7, 1).log()[range(8), labels].mean()": {"scores-as-probabilities"},
    "-z.clamp(1e-7, 1).log().gather(1, labels[:, None]).mean()": {"scores-as-probabilities"},
    "-z.softmax(1).clamp(1e-7, 1).log()[range(8), labels].mean()": set(),
    "-z.log_softmax(1)[range(8), labels].mean()": set(),
    "-(z.clamp(1e-7, 1).log()[range(8), labels] * x[:, 0]).mean()": set(),
    "-z.softmax(1).clamp(1e-7, 1 - 1e-7)[range(8), labels].log().mean()": set(),
    "-z.softmax(1).gather(1, labels[:, None]).clamp(1e-7, 1).log().mean()": set(),
    "-z.sigmoid()[range(8), labels].clamp(1e-7, 1).log().mean()": set(),
    "-z.clamp(min=1e-7)[range(8), labels].log().mean()": set(),
    "-z.clamp(1e-7, 1).log().mean()": set(),
    "-(z.clamp(1e-7, 1)[range(8), labels].log() * x[:, 0]).mean()": set(),
    "-(one * torch.log(z.relu() + z.softmax(1) + 1e-9)).sum(1).mean()": set(),
    "-(one * z.log_softmax(1)).sum(1).mean()": set(),
    "-(one * z.softmax(1).clamp(1e-7, 1 - 1e-7).log()).sum(1).mean()": set(),
    "-((0.9 * one + 0.025) * z.log_softmax(1)).sum(1).mean()": set(),
    "-((0.7 * one + 0.3 * one.roll(1, 0)) * z.log_softmax(1)).sum(1).mean()": set(),
    "-(several * z.sigmoid().clamp(1e-7, 1 - 1e-7).log()).sum(1).mean()": set(),
    "-(several / several.sum(1, keepdim=True) * z.log_softmax(1)).sum(1).mean()": set(),
    "-(several * z.clamp(min=1e-7).log()).sum(1).mean()": set(),
}
"""The last: it may be a rate, whose rows do not add up to 1."""


@pytest.mark.parametrize("loss", LOSSES)
def test_what_a_formula_is_given_is_told(loss: str, tmp_path: Path) -> None:
    run = watched(tmp_path, LOOP.format(loss=loss))
    found = {one.name: one for one in find_symptoms(read_history(tmp_path / "trace.jsonl"))}
    assert OURS & found.keys() == LOSSES[loss]
    for name in LOSSES[loss]:
        assert found[name].place == Place("train.py", run.line("loss = "))
        assert found[name].message.startswith("The cross-entropy that the script writes itself")
