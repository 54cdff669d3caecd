"""Small projects with one set of weights in several places."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

REPEATED = Project(
    "repeated",
    {
        "stack.py": """\
from torch import nn


class Stack(nn.Module):
    def __init__(self, width=8, depth=3, words=20):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.again = self.table
        self.layers = nn.ModuleList([nn.Linear(width, width)] * depth)

    def forward(self, ids):
        x = self.table(ids)
        for layer in self.layers:
            x = layer(x).relu()
        return x
"""
    },
    "All layers of Stack share the same weights\n",
    (
        (
            "[nn.Linear(width, width)] * depth",
            "[nn.Linear(width, width) for _ in range(depth)]",
        ),
    ),
)
TOWERS = Project(
    "towers",
    {
        "search.py": """\
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.out = nn.Linear(width, width)

    def forward(self, x):
        return self.out(x).tanh()


class Search(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        encoder = Encoder(width)
        self.of_query = encoder
        self.of_page = encoder

    def forward(self, query, page):
        return self.of_query(query) @ self.of_page(page).T
"""
    },
    "# The two towers share their weights\n\nThey should be independent of each other in Search.\n",
    (("self.of_page = encoder", "self.of_page = Encoder(width)"),),
)
COPY = Project(
    "copy",
    {
        "agents.py": """\
import copy

from torch import nn


class Agent(nn.Module):
    def __init__(self, states=4, actions=2):
        super().__init__()
        self.out = nn.Linear(states, actions)

    def forward(self, x):
        return self.out(x)


def clone_model(model):
    other = copy.copy(model)
    return other
"""
    },
    "clone_model is no copy\n\nTraining the copy also changes the original.\n",
    (("copy.copy", "copy.deepcopy"),),
)
ALL = (REPEATED, TOWERS, COPY)
