"""Small projects whose averaged weights do not follow, or are the weights themselves."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

DISCARDED = Project(
    "discarded",
    {
        "ema.py": """\
import copy

import torch


class ModelEMA:
    def __init__(self, model, decay=0.999):
        self.module = copy.deepcopy(model).eval()
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for old, new in zip(self.module.parameters(), model.parameters()):
            old.lerp(new, 1 - self.decay)
"""
    },
    "# EMA weights never change\n\n`ModelEMA.module` stays at the initial weights, whatever I "
    "train.\n",
    (("old.lerp(", "old.lerp_("),),
)
ALIAS = Project(
    "alias",
    {
        "lib/__init__.py": "",
        "lib/averaging.py": """\
class WeightAverage:
    '''Exponential moving average of the weights.'''

    def __init__(self, model, decay: float = 0.99):
        self.model = model
        self.decay = decay
        self.shadow = {}
        for name, parameter in model.named_parameters():
            self.shadow[name] = parameter.data

    def update(self):
        for name, parameter in self.model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(parameter.data, alpha=1 - self.decay)
""",
    },
    "Averaged weights are the same as the model\n\nThe averaged weights of WeightAverage are "
    "always "
    "exactly the same as the current weights, to the last digit.\n",
    (("self.shadow[name] = parameter.data", "self.shadow[name] = parameter.data.clone()"),),
)
WRONG_SHARE = Project(
    "wrong-share",
    {
        "ema.py": """\
import torch


class EMA:
    def __init__(self, params, decay):
        self.params = [p.detach().clone() for p in params]
        self.decay = decay

    def step(self, params):
        for mean, p in zip(self.params, params):
            mean.copy_((1 - self.decay) * mean + self.decay * p.detach())
"""
    },
    "# EMA follows the weights far too fast\n\nWith decay 0.999 the EMA is at the new weights "
    "after "
    "one step.\n",
    (("(1 - self.decay) * mean + self.decay * p", "self.decay * mean + (1 - self.decay) * p"),),
)
FORGOTTEN = Project(
    "forgotten",
    {
        "net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=4, classes=2):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)
""",
        "ema.py": """\
import copy

import torch


class ModelEMA:
    def __init__(self, model, decay=0.9):
        self.module = copy.deepcopy(model)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for old, new in zip(self.module.parameters(), model.parameters()):
            old.lerp_(new, 1 - self.decay)
""",
        "trainer.py": """\
import torch
from torch.nn import functional as F

from ema import ModelEMA


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.ema = ModelEMA(model)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def fit(self, loader, epochs=1):
        for _ in range(epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
""",
    },
    "# EMA model does not learn\n\nAfter `Trainer.fit` the ema is still at the initial weights and "
    "validates at chance level. The EMA is never updated.\n",
    (("                self.optimizer.step()\n",
      "                self.optimizer.step()\n                self.ema.update(self.model)\n"),),
)  # fmt: skip
ALL = (DISCARDED, ALIAS, WRONG_SHARE, FORGOTTEN)
