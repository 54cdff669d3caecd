"""Inputs that a network hands on to its parts: each is what the part takes at that place."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.generate.offline.inputs.input_shapes import InputShapes
from seismograd.reproduce.generate.offline.source_trees import SourceTrees
from tests.reproduce.context.projects import symbol, view_of

NETS = """\
from torch import nn


class Pool(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, x, lengths):
        return self.score(x)


class Through(nn.Module):
    def __init__(self):
        super().__init__()
        self.front = nn.Linear(5, 6)
        self.pool = Pool(6)

    def embed(self, frames, lengths):
        return self.pool(self.front(frames), lengths)

    def forward(self, frames, lengths):
        return self.embed(frames, lengths)


class Stacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.pools = nn.ModuleList([Pool(6) for _ in range(2)])

    def forward(self, x, lengths):
        for pool in self.pools:
            x = pool(x, lengths)
        return x


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(5, 6)

    def forward(self, x, state):
        return self.cell(x, state)


class Scaled(nn.Module):
    def __init__(self, standardise=True):
        super().__init__()
        self.mean, self.std = 0.0, 1.0
        self.net = nn.Sequential(nn.Linear(5, 6))

    def forward(self, levels):
        if self.mean:
            levels = (levels - self.mean) / self.std
        return self.net(2 * levels)


class Attending(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(6, 2)

    def forward(self, asked, known):
        return self.attention(asked, known, known)
"""


@pytest.mark.parametrize(
    ("network", "told"),
    [
        ("Through", {"frames"}),
        ("Stacked", {"x"}),
        ("Recurrent", {"x"}),
        ("Scaled", {"levels"}),
        ("Attending", {"asked", "known"}),
    ],
)
def test_only_what_goes_in_there_has_its_form(network: str, told: set[str], tmp_path: Path) -> None:
    view = view_of(tmp_path, {"nets.py": NETS})
    demands = InputShapes(SourceTrees(view)).of_inputs(symbol(view, f"nets.{network}"), "model")
    assert set(demands) == told
