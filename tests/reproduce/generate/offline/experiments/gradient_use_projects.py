"""Small projects that clip gradients, or add them up, in the wrong way."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_NET = """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=5, classes=3):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 8), nn.Tanh(), nn.Linear(8, classes))

    def forward(self, x):
        return self.layers(x)
"""
BEFORE_BACKWARD = Project(
    "before-backward",
    {
        "net.py": _NET,
        "trainer.py": """\
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr=0.1, max_grad_norm=1.0):
        self.model = model
        self.max_grad_norm = max_grad_norm
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def fit(self, loader, epochs=1):
        for _ in range(epochs):
            for x, y in loader:
                loss = F.cross_entropy(self.model(x), y)
                self.optimizer.zero_grad()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_grad_norm)
                loss.backward()
                self.optimizer.step()
""",
    },
    "# Gradient clipping has no effect\n\nWhatever I give as `max_grad_norm`, the gradients are as "
    "large as before.\n",
    (
        (
            "                torch.nn.utils.clip_grad_norm_(self.model.parameters(), "
            "self.max_grad_norm)\n                loss.backward()\n",
            "                loss.backward()\n                torch.nn.utils.clip_grad_norm_("
            "self.model.parameters(), self.max_grad_norm)\n",
        ),
    ),
)
IN_THE_SETTINGS = Project(
    "in-the-settings",
    {
        "app/__init__.py": "",
        "app/net.py": _NET,
        "app/config.py": """\
from dataclasses import dataclass


@dataclass
class TrainConfig:
    lr: float = 0.1
    epochs: int = 2
    grad_clip: float = 5.0
""",
        "app/train.py": """\
import torch
from torch.nn import functional as F

from app.config import TrainConfig


def clip(parameters, limit):
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.clamp(-limit, limit)


def train(model, loader, config: TrainConfig):
    optimizer = torch.optim.SGD(model.parameters(), lr=config.lr)
    for _ in range(config.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            clip(model.parameters(), config.grad_clip)
            optimizer.step()
    return model
""",
    },
    "grad_clip does not limit anything\n\nI set `grad_clip` to 0.01 in the config, but gradients "
    "are "
    "not clipped to that, they are around 0.3.\n",
    (("parameter.grad.clamp(", "parameter.grad.clamp_("),),
)
USED_UP = Project(
    "used-up",
    {
        "clip.py": """\
import torch


def clip_gradients(parameters, max_norm):
    '''Scales all gradients so that their norm is at most max_norm.'''
    total = torch.sqrt(sum(p.grad.pow(2).sum() for p in parameters if p.grad is not None))
    scale = max_norm / (total + 1e-6)
    if scale < 1:
        for p in parameters:
            if p.grad is not None:
                p.grad.mul_(scale)
    return total
""",
    },
    "# clip_gradients does not clip\n\nAfter `clip_gradients(model.parameters(), 1.0)` the "
    "gradient "
    "norm is still 37.\n",
    (("    total = torch.sqrt", "    parameters = list(parameters)\n    total = torch.sqrt"),),
)
NOT_DIVIDED = Project(
    "not-divided",
    {
        "net.py": _NET,
        "loop.py": """\
import torch
from torch.nn import functional as F


def train_epoch(model, loader, optimizer, accumulation_steps=1):
    optimizer.zero_grad()
    for number, (x, y) in enumerate(loader, start=1):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if number % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
    },
    "# accumulation_steps is not the same as a larger batch\n\nWith accumulation_steps=4 and "
    "batch 8 I "
    "have to divide the learning rate by four to get what batch 32 gives; gradient accumulation "
    "gives "
    "gradients that are too large.\n",
    (("        loss = F.cross_entropy(model(x), y)\n",
      "        loss = F.cross_entropy(model(x), y) / accumulation_steps\n"),),
)  # fmt: skip
CLEARED = Project(
    "cleared",
    {
        "net.py": _NET,
        "trainer.py": """\
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr=0.1, grad_accum=1):
        self.model, self.grad_accum = model, grad_accum
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def fit(self, loader, epochs=3):
        for _ in range(epochs):
            for index, (x, y) in enumerate(loader):
                self.optimizer.zero_grad()
                loss = F.cross_entropy(self.model(x), y) / self.grad_accum
                loss.backward()
                if (index + 1) % self.grad_accum == 0:
                    self.optimizer.step()
""",
    },
    "# Gradient accumulation differs from the big batch\n\nOnly the last micro batch seems to "
    "count.\n",
    (
        ("                self.optimizer.zero_grad()\n", ""),
        ("                    self.optimizer.step()\n",
         "                    self.optimizer.step()\n"
         "                    self.optimizer.zero_grad()\n"),
    ),
)  # fmt: skip
LEFT_OVER = Project(
    "left-over",
    {
        "net.py": _NET,
        "loop.py": """\
import torch
from torch.nn import functional as F


def fit(model, loader, epochs=1, lr=0.1, accumulate=1):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(epochs):
        optimizer.zero_grad()
        for index, (x, y) in enumerate(loader):
            (F.cross_entropy(model(x), y) / accumulate).backward()
            if (index + 1) % accumulate == 0:
                optimizer.step()
                optimizer.zero_grad()
    return model
""",
    },
    "# Last batches are lost\n\nWith `accumulate` the last incomplete group of batches of an "
    "epoch is "
    "dropped: no update is made for it.\n",
    (("            if (index + 1) % accumulate == 0:",
      "            if (index + 1) % accumulate == 0 or index + 1 == len(loader):"),),
)  # fmt: skip
ALL = (BEFORE_BACKWARD, IN_THE_SETTINGS, USED_UP, NOT_DIVIDED, CLEARED, LEFT_OVER)
