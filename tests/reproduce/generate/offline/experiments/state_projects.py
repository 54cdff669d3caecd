"""Small projects that keep state, have options, or schedule something; one bug each."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_NET = """\
from torch import nn


class Net(nn.Module):
    def __init__(self, width=8, activation="relu"):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.act = {"relu": nn.ReLU, "tanh": nn.Tanh}["relu"]()
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head(self.act(self.body(x)))
"""
_HEARS = (('["relu"]()', "[activation]()"),)
TRAINER = Project(
    "trainer",
    {
        "net.py": _NET,
        "trainer.py": """\
import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.epoch = 0

    def fit(self, loader, epochs=3):
        while self.epoch < epochs:
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            self.epoch += 1

    def save(self, path):
        state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**state, "epoch": self.epoch}, path)

    def restore(self, path):
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.epoch = state["epoch"]
""",
    },
    "Loss jumps when training is continued\n\nAfter `Trainer.restore` the loss is much higher than"
    " before, as if momentum started from zero. An uninterrupted run does not have that.\n",
    (
        (
            '(state["model"])',
            '(state["model"])\n        self.optimizer.load_state_dict(state["optimizer"])',
        ),
    ),
)
COMMAND = Project(
    "command",
    {
        "net.py": _NET,
        "train.py": """\
import argparse

import torch

from net import Net


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--resume", default="")
    parser.add_argument("--momentum", type=float, default=0.9)
    args = parser.parse_args()
    torch.manual_seed(0)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = 0
    if args.resume:
        state = torch.load(args.resume)
        first = state["epoch"] + 1
    x, y = torch.randn(16, 4), torch.arange(16) % 2
    for epoch in range(first, args.epochs):
        loss = torch.nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.4f}")
        torch.save({"model": model.state_dict(), "epoch": epoch}, "last.pt")


if __name__ == "__main__":
    main()
""",
    },
    "--momentum is ignored\n\n`python train.py --momentum 0.0` gives exactly the same losses.\n",
    (("lr=0.1)", "lr=0.1, momentum=args.momentum)"),),
)
FUNCTION = Project(
    "function",
    {
        "net.py": _NET,
        "training.py": """\
from pathlib import Path

import torch
from net import Net


def train(epochs=5, lr=0.1, folder="runs", resume=None):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    first = 0
    if resume:
        state = torch.load(resume)
        model.load_state_dict(state["model"])
        first = state["epoch"]
    x, y = torch.randn(16, 4), torch.arange(16) % 2
    Path(folder).mkdir(exist_ok=True)
    for epoch in range(first, epochs):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        schedule.step()
        kept = {"model": model.state_dict(), "schedule": schedule.state_dict(),
                "optimizer": optimizer.state_dict(), "epoch": epoch + 1}
        torch.save(kept, Path(folder) / "last.pt")
""",
    },
    "Learning rate starts over after resuming\n\n`train(resume=...)` goes on with the right epoch,"
    " but the learning rate is back at 0.1.\n",
    (
        (
            'first = state["epoch"]',
            'first = state["epoch"]\n        optimizer.load_state_dict(state["optimizer"])\n'
            '        schedule.load_state_dict(state["schedule"])',
        ),
    ),
)
SETTINGS = Project(
    "settings",
    {
        "net.py": _NET,
        "settings.py": """\
from dataclasses import dataclass, field


@dataclass
class ModelConfig:
    width: int = 8
    activation: str = "relu"


@dataclass
class Config:
    model: ModelConfig = field(default_factory=ModelConfig)
    seed: int = 0
""",
        "build.py": """\
from net import Net
from settings import Config


def build(config: Config) -> Net:
    return Net(config.model.width, config.model.activation)
""",
    },
    'activation in ModelConfig has no effect\n\n`activation` "tanh" gives the same as "relu".'
    " `width` does work.\n",
    _HEARS,
)
FILE = Project(
    "file",
    {
        "net.py": _NET,
        "config.json": '{"model": {"width": 8, "activation": "relu"}, "seed": 0}\n',
        "run.py": """\
import json

from net import Net


def read_config(path):
    with open(path) as file:
        return json.load(file)


def build(config):
    return Net(**config["model"])
""",
    },
    "activation setting is not used\n\nNo matter what I put there (relu, tanh), same model.\n",
    _HEARS,
)
WARM_UP = Project(
    "warm_up",
    {
        "rates.py": """\
class Warmup:
    def __init__(self, peak=0.1, warmup=5, total_steps=20):
        self.peak = peak
        self.warmup = warmup
        self.total_steps = total_steps

    def lr_at(self, step):
        if step < self.warmup:
            return self.peak * (step + 1) / self.warmup
        left = (self.total_steps - step) / (self.total_steps - self.warmup)
        return self.peak * (0.5 + 0.5 * left)
"""
    },
    "lr at the end is 0.05 instead of 0.0\n\nWarmup(peak=0.1, warmup=5, total_steps=20)"
    " should come down to zero.\n",
    (("(0.5 + 0.5 * left)", "left"),),
)
VOCABULARY = Project(
    "vocabulary",
    {
        "vocabulary.py": """\
import json


class Vocabulary:
    def __init__(self):
        self.ids = {}
        self.counts = {}

    def add(self, text: str):
        for word in text.split():
            self.ids.setdefault(word, len(self.ids))
            self.counts[word] = self.counts.get(word, 0) + 1

    def save(self, path):
        with open(path, "w") as file:
            json.dump({"words": sorted(self.ids)}, file)

    @classmethod
    def load(cls, path):
        new = cls()
        with open(path) as file:
            for word in json.load(file)["words"]:
                new.add(word)
        return new
"""
    },
    "Vocabulary differs after load\n\nThe ids are not the same once it was saved and loaded.\n",
    (("sorted(self.ids)", "[w for w in self.ids for _ in range(self.counts[w])]"),),
)
ALL = (TRAINER, COMMAND, FUNCTION, SETTINGS, FILE, WARM_UP, VOCABULARY)
