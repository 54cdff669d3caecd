"""Small networks on graphs that divide by the number of neighbours."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

NETWORK = """\
import torch
from torch import nn


class GraphNet(nn.Module):
    {words}

    def __init__(self, in_features=16, hidden=8):
        super().__init__()
        self.first = nn.Linear(in_features, hidden)
        self.second = nn.Linear(hidden, 2)

    def forward(self, x, adj):
        {mean}
        return self.second(torch.relu(self.first(mean)))
"""
MEAN = "mean = adj @ x / adj.sum(dim=1, keepdim=True)"
ROOT = "mean = adj.sum(dim=-1).pow(-0.5).diag() @ adj @ x"
REPORT = """\
# NaN for isolated nodes

GraphNet gives nan as soon as the graph has a node without neighbours.
"""
NEIGHBOURS = Project(
    "neighbours",
    {"graphs.py": NETWORK.format(words="'''Means of neighbours.'''", mean=MEAN)},
    REPORT,
    (("keepdim=True)", "keepdim=True).clamp(min=1)"),),
)
NORMALISED = Project(
    "normalised",
    {"graphs.py": NETWORK.format(words="'''Graph convolution.'''", mean=ROOT)},
    REPORT,
    ((".pow(-0.5)", ".clamp(min=1).pow(-0.5)"),),
)
WITH_LOOPS = Project(
    "with-loops",
    {"graphs.py": NETWORK.format(words="'''`adj` must have self-loops.'''", mean=MEAN)},
    REPORT,
    (),
)
