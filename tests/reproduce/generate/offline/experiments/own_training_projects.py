"""Projects that do not learn, whose trainings take what only their own scripts can give."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

HOOKS = Project(
    "hooks",
    {
        "hooked/__init__.py": "from hooked.runner import Runner\n",
        "hooked/runner.py": """\
class Runner:
    def __init__(self, max_epochs=2, batch=16):
        self.max_epochs = max_epochs
        self.batch = batch

    def fit(self, task, shots):
        optimizer = task.make_optimizer()
        task.prepare(shots)
        for _ in range(self.max_epochs):
            self._pass(task, shots, optimizer)
        return task

    def _pass(self, task, shots, optimizer):
        for start in range(0, len(shots.sizes), self.batch):
            loss = task.loss_of(shots, slice(start, start + self.batch))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
""",
        "demo/sizes.py": """\
import torch
from torch import nn

from hooked import Runner


class Shots:
    def __init__(self, count=64):
        generator = torch.Generator().manual_seed(3)
        self.sizes = torch.rand(count, 4, generator=generator)
        self.kinds = (self.sizes[:, 0] > 0.5).long() + (self.sizes[:, 1] > 0.5).long()


class Task(nn.Module):
    def __init__(self, width=16, rate=0.05):
        super().__init__()
        self.rate = rate
        self.body = nn.Linear(4, width)
        self.out = None

    def prepare(self, shots):
        self.body = nn.Linear(4, self.body.out_features)
        self.out = nn.Linear(self.body.out_features, int(shots.kinds.max()) + 1)

    def make_optimizer(self):
        return torch.optim.Adam(self.parameters(), lr=self.rate)

    def loss_of(self, shots, part):
        logits = self.out(self.body(shots.sizes[part]).relu())
        return nn.functional.cross_entropy(logits, shots.kinds[part])


if __name__ == "__main__":
    Runner(max_epochs=2).fit(Task(), Shots())
""",
    },
    "The demo never learns\n\nI started `demo/sizes.py`. However many epochs I give the Runner, "
    "the loss stays where it was in the first. The kinds can be told apart by two thresholds.\n",
    (
        (
            "optimizer = task.make_optimizer()\n        task.prepare(shots)",
            "task.prepare(shots)\n        optimizer = task.make_optimizer()",
        ),
    ),
)
NEW_HEAD = Project(
    "new-head",
    {
        "tuner.py": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, features=6, width=12, classes=5):
        super().__init__()
        self.body = nn.Linear(features, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(self.body(x).detach().relu())


class Tuner:
    def __init__(self, net, lr=0.05):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters(), lr=lr)

    def tune(self, rows, epochs=3):
        classes = len({label for _, label in rows.pairs})
        self.net.head = nn.Linear(self.net.head.in_features, classes)
        for _ in range(epochs):
            for x, y in rows.batches():
                loss = nn.functional.cross_entropy(self.net(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        return self.net
""",
        "rows.py": """\
import torch


class Rows:
    def __init__(self, pairs):
        self.pairs = pairs

    def batches(self, size=8):
        for start in range(0, len(self.pairs), size):
            part = self.pairs[start : start + size]
            yield torch.stack([x for x, _ in part]), torch.tensor([y for _, y in part])


def easy_rows(count=48):
    generator = torch.Generator().manual_seed(1)
    inputs = torch.randn(count, 6, generator=generator)
    return Rows([(x, int(x[0] > 0)) for x in inputs])
""",
        "tests/test_tuner.py": """\
from rows import easy_rows
from tuner import Net, Tuner


def test_tuning_goes_through():
    rows = easy_rows()
    tuner = Tuner(Net(width=16))
    net = tuner.tune(rows, epochs=2)
    assert net.head.out_features == 2
""",
    },
    "Tuner.tune trains nothing?\n\nFine-tuning with `Tuner` has no effect: accuracy stays at "
    "chance level and the loss does not go down, even on a toy problem.\n",
    (
        (
            "self.net.head.in_features, classes)\n",
            "self.net.head.in_features, classes)\n"
            "        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.05)\n",
        ),
    ),
)
COPIED = Project(
    "copied",
    {
        "recipe.py": """\
import copy
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Recipe:
    epochs: int = 4
    width: int = 8
    rate: float = 0.1


def toy(recipe):
    generator = torch.Generator().manual_seed(0)
    inputs = torch.randn(40, recipe.width, generator=generator)
    return {"inputs": inputs, "answers": inputs.sum(1, keepdim=True)}


def learn(network, table, recipe):
    optimizer = torch.optim.SGD(network.parameters(), lr=recipe.rate)
    network = copy.deepcopy(network)
    for _ in range(recipe.epochs):
        for rows in torch.arange(40).split(10):
            error = network(table["inputs"][rows]) - table["answers"][rows]
            loss = error.pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return network


def main():
    recipe = Recipe(epochs=4)
    network = nn.Linear(recipe.width, 1)
    learn(network, toy(recipe), recipe)


if __name__ == "__main__":
    main()
""",
    },
    "`python recipe.py` is stuck\n\nThe loss is always the same, from the first epoch to the last. "
    "It is a linear problem, it should be solved at once.\n",
    (
        (
            "optimizer = torch.optim.SGD(network.parameters(), lr=recipe.rate)\n"
            "    network = copy.deepcopy(network)",
            "network = copy.deepcopy(network)\n"
            "    optimizer = torch.optim.SGD(network.parameters(), lr=recipe.rate)",
        ),
    ),
)
STEPS = Project(
    "steps",
    {
        "stream.py": """\
import argparse

import torch
from torch import nn


class Stream:
    def __init__(self, width):
        self.model = nn.Linear(width, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)
        self.width = width

    def advance(self, size):
        x = torch.randn(size, self.width)
        loss = (self.model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        self.optimizer.zero_grad()
        loss = torch.tensor(loss.item(), requires_grad=True)
        loss.backward()
        self.optimizer.step()

    def run(self, steps, size):
        for _ in range(steps):
            self.advance(size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--size", type=int, default=32)
    args = parser.parse_args()
    stream = Stream(6)
    stream.run(args.steps, args.size)


if __name__ == "__main__":
    main()
""",
    },
    "Stream does not converge\n\nAfter 5000 steps the loss is no better than at the start.\n",
    (("        loss = torch.tensor(loss.item(), requires_grad=True)\n", ""),),
)
ALL = (HOOKS, NEW_HEAD, COPIED, STEPS)
NOISE = Project(
    "noise",
    {
        "train.py": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, features=8, hidden=64, classes=2):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(features, hidden), nn.ReLU())
        self.head = nn.Linear(hidden, classes)
        for parameter in self.backbone.parameters():
            parameter.requires_grad = False

    def forward(self, x):
        return self.head(self.backbone(x))


class Learner:
    def __init__(self, net, lr=1e-3):
        self.net = net
        self.optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=lr)

    def fit(self, table, epochs=3):
        for _ in range(epochs):
            for start in range(0, len(table.rows), 16):
                x, y = table.rows[start : start + 16], table.marks[start : start + 16]
                loss = nn.functional.cross_entropy(self.net(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


class Table:
    def __init__(self, count=256):
        self.rows = torch.randn(count, 8)
        self.marks = torch.randint(0, 2, (count,))


if __name__ == "__main__":
    Learner(Net()).fit(Table(), epochs=3)
""",
    },
    "Learner does not learn\n\nI ran train.py and the loss does not go down. Is fit() broken?\n",
    (),
)
"""There is nothing wrong with it."""
