"""Small projects whose frozen parts go on changing: their statistics do."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

LOOP = """\
import torch
from torch.nn import functional as F


def fit(model, loader, epochs=1):
    optimizer = torch.optim.SGD((p for p in model.parameters() if p.requires_grad), lr=0.1)
    model.train()
    for _ in range(epochs):
        for rows, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
"""
RUN = """\
import torch
from torch.utils.data import DataLoader, TensorDataset

from birds.loop import fit
from birds.network import Birds


def data(count=32):
    rows = torch.randn(count, 6) + 3
    return TensorDataset(rows, (rows.sum(dim=1) > 18).long())


def main():
    model = {build}
    fit(model, DataLoader(data(), 8), epochs=2)


if __name__ == "__main__":
    main()
"""
BY_OPTION = Project(
    "by-option",
    {
        "birds/__init__.py": "",
        "birds/loop.py": LOOP,
        "birds/network.py": """\
from torch import nn


class Birds(nn.Module):
    def __init__(self, encoder=None, freeze_encoder=False):
        super().__init__()
        self.encoder = encoder or nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)
        self.freeze_encoder = freeze_encoder
        if freeze_encoder:
            for parameter in self.encoder.parameters():
                parameter.requires_grad = False

    def forward(self, rows):
        return self.head(self.encoder(rows))
""",
        "run.py": RUN.format(build="Birds(freeze_encoder=True)"),
    },
    "# Outputs of the frozen encoder change\n\nThe features of one row differ before and after "
    "`fit`, though the encoder is frozen.\n",
    (
        (
            "    def forward(self, rows):",
            "    def train(self, mode=True):\n"
            "        super().train(mode)\n"
            "        if self.freeze_encoder:\n"
            "            self.encoder.eval()\n"
            "        return self\n\n"
            "    def forward(self, rows):",
        ),
    ),
)
BY_METHOD = Project(
    "by-method",
    {
        "birds/__init__.py": "",
        "birds/loop.py": LOOP,
        "birds/network.py": """\
from torch import nn


class Birds(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def freeze_body(self):
        self.body.requires_grad_(False)

    def forward(self, rows):
        return self.head(self.body(rows))
""",
        "run.py": RUN.format(build="Birds()"),
    },
    "# freeze_body() is not enough\n\nThe batch norm statistics of the frozen body still change "
    "when I train the head.\n",
    (
        (
            "    model.train()\n",
            "    model.train()\n"
            "    if not any(p.requires_grad for p in model.body.parameters()):\n"
            "        model.body.eval()\n",
        ),
    ),
)
ALL = (BY_OPTION, BY_METHOD)
