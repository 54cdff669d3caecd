"""Projects that lose numbers of a certain size, and one that does not."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_FIT = """\
import torch
from torch import nn
from losses import Loss


def fit(x, y, epochs=20, lr=1e-3):
    model = nn.Linear(x.shape[1], 1)
    optimizer = torch.optim.{optimizer}(model.parameters(), lr=lr)
    criterion = Loss()
    for _ in range(epochs):
        loss = criterion(model(x).squeeze(1), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model
"""
_DEMO = """\
import torch
from fit import fit


def made_up(count=64):
    x = torch.rand(count, 3)
    return x, x.sum(1)


if __name__ == "__main__":
    x, y = made_up()
    print(fit(x, y, epochs=30))
"""
_LOSS = """\
import torch
from torch import nn


class Loss(nn.Module):
    def forward(self, prediction, target):
        error = prediction - target
        return {value}
"""
LOG_COSH = Project(
    "log-cosh",
    {
        "fit.py": _FIT.format(optimizer="Adam"),
        "demo.py": _DEMO,
        "losses.py": _LOSS.format(value="torch.log(torch.cosh(error)).mean()"),
    },
    """\
# NaN loss

`fit` gives nan as the loss at once with my own flats. Their prices are between 900 and 4500.
""",
    (
        (
            "torch.log(torch.cosh(error)).mean()",
            "(error.abs() + nn.functional.softplus(-2 * error.abs())).mean()",
        ),
    ),
)
TRAINER = Project(
    "trainer",
    {
        "trainer.py": """\
import torch
from torch import nn


class Trainer:
    def __init__(self, width=3, lr=1e-3):
        self.net = nn.Linear(width, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=lr)

    def fit(self, features, labels, epochs=3):
        for _ in range(epochs):
            score = self.net(features).squeeze(1)
            loss = (torch.log(1 + torch.exp(score)) - labels * score).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
""",
        "train.py": """\
import torch
from trainer import Trainer

if __name__ == "__main__":
    torch.manual_seed(0)
    features = torch.randn(80, 3)
    labels = (features.sum(1) > 0).float()
    trainer = Trainer()
    trainer.fit(features, labels, epochs=5)
""",
    },
    """\
# Trainer.fit: loss inf

Training diverges in the very first batch, the loss is inf. I did not scale my table: all features
are in the range of -2000 to 2000. Shouldn't that be OK?
""",
    (("torch.log(1 + torch.exp(score))", "nn.functional.softplus(score)"),),
)
WEIGHTS = Project(
    "weights",
    {
        "weighing.py": """\
import torch


def shares(scores):
    raised = torch.exp(scores)
    return raised / raised.sum()
""",
        "main.py": """\
import torch
from weighing import shares

if __name__ == "__main__":
    scores = torch.randn(6)
    print(shares(scores))
""",
    },
    """\
# NaN from shares()

`shares` returns nan for some of my queries. The scores go up to 300 there.
""",
    (("torch.exp(scores)", "torch.exp(scores - scores.max())"),),
)
ALL = (LOG_COSH, TRAINER, WEIGHTS)
TOO_FAST = Project(
    "too-fast",
    {
        "fit.py": _FIT.format(optimizer="SGD").replace("lr=1e-3", "lr=0.5"),
        "demo.py": _DEMO,
        "losses.py": _LOSS.format(value="error.pow(2).mean()"),
    },
    """\
# NaN loss

`fit` gives nan as the loss. My inputs are between 900 and 4500.
""",
    (),
)
"""Steps that are too large for such data: it is not the code that loses the numbers."""
