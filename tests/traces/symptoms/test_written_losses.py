"""Losses that are written by hand, and outputs of functions without a layer: really run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.traces.history import read_history
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.torch.watching import Watched, watched

GRAPH = """
import torch
import torch.nn.functional as F
from torch import nn

nodes = torch.randn(24, 5)
links = (torch.rand(24, 24) < 0.2).float() + torch.eye(24)
links = links / links.sum(1, keepdim=True)
wanted = {wanted}

class GraphNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Linear(5, 16), nn.Linear(16, {width})
    def forward(self, nodes, links):
        hidden = torch.relu(links @ self.inner(nodes))
        return {output}

network = GraphNetwork()
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
for step in range(6):
    optimizer.zero_grad()
    given = network(nodes, links)
    loss = {loss}
    loss.backward()
    optimizer.step()
"""
HEALTHY = {
    "wanted": "links @ nodes[:, 0]",
    "width": "1",
    "output": "self.outer(links @ hidden).squeeze(-1)",
    "loss": "F.mse_loss(given, wanted)",
}
OF_HAND = {
    "width": "3",
    "output": "self.outer(links @ hidden)",
    "loss": "((given[:, 1:2] - wanted) ** 2).mean()",
}
RELU = "torch.relu(self.outer(links @ hidden)).squeeze(-1)"
ILL = {
    "broadcast-loss": [OF_HAND],
    "output-range": [
        {"output": RELU},
        {
            "output": "self.outer(links @ hidden).sigmoid()[:, 0]",
            "loss": "F.l1_loss(given, wanted)",
        },
        {"output": RELU, "loss": "((given - wanted) ** 2).mean()"},
        {"output": RELU, "loss": "given.norm() / 100 + torch.sub(wanted, given).abs().mean()"},
        {"output": "F.softplus(self.outer(links @ hidden)).view(-1)"},
        {"output": "self.outer(links @ hidden).tanh().reshape(24)", "wanted": "10 * nodes[:, 1]"},
    ],
}
FINE = {
    "as it should be": {},
    "targets above 0": {"output": RELU, "wanted": "nodes[:, 0] ** 2"},
    "formula with targets above 0": {
        "output": RELU,
        "wanted": "nodes[:, 0] ** 2",
        "loss": "((given - wanted) ** 2).mean()",
    },
    "another difference": {"output": RELU, "loss": "((given - wanted + given) ** 2).mean()"},
    "next to no targets below 0": {"output": RELU, "wanted": "nodes[:, 0] ** 2 - 0.001"},
    "positive by chance": {"output": "(self.outer(links @ hidden) + 9).squeeze(-1)"},
    "scaled after the function": {
        "output": "8 * torch.tanh(self.outer(links @ hidden)).squeeze(-1) - 4",
        "wanted": "4 * nodes[:, 1]",
    },
    "one column": {**OF_HAND, "loss": "((given[:, 1] - wanted) ** 2).mean()"},
    "a ranking": {
        **OF_HAND,
        "loss": "F.softplus((wanted.unsqueeze(1) < wanted) * (given[:, :1] - given[:, 0])).mean()",
    },
    "a ranking of a single output": {
        "loss": "((given.unsqueeze(1) - given) - (wanted[:, None] - wanted)).square().mean()"
    },
}


def run(folder: Path, change: dict[str, str]) -> tuple[Watched, dict[str, Symptom]]:
    run = watched(folder, GRAPH.format(**{**HEALTHY, **change}))
    found = find_symptoms(read_history(folder / "trace.jsonl"))
    return run, {symptom.name: symptom for symptom in found}


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, some in ILL.items() for change in some]
)
def test_it_is_found_on_its_line(name: str, change: dict[str, str], tmp_path: Path) -> None:
    ran, found = run(tmp_path, change)
    line = "loss = " if name == "broadcast-loss" else "return "
    place = found[name].place
    assert place is not None
    assert place.line == ran.line(line)


@pytest.mark.parametrize("name", FINE)
def test_what_is_fine_is_not(name: str, tmp_path: Path) -> None:
    _, found = run(tmp_path, FINE[name])
    assert not ILL.keys() & found.keys()
