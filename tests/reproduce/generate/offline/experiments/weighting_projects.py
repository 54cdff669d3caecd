"""Small projects that are given weights of classes or examples, and do not use them."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

OF_CLASSES = Project(
    "of-classes",
    {
        "losses.py": """\
from torch import nn
from torch.nn import functional as F


class WeightedCrossEntropy(nn.Module):
    def __init__(self, class_weights=None, label_smoothing=0.0):
        super().__init__()
        self.class_weights = class_weights
        self.label_smoothing = label_smoothing

    def forward(self, logits, labels):
        return F.cross_entropy(logits, labels, label_smoothing=self.label_smoothing)
"""
    },
    "# Class weights are ignored\n\nThe loss is the same with and without `class_weights`.\n",
    (("(logits, labels, label", "(logits, labels, weight=self.class_weights, label"),),
)
OF_EXAMPLES = Project(
    "of-examples",
    {
        "fit.py": """\
def weighted_mse(prediction, target, sample_weight=None):
    '''Mean squared error; examples count by their weight.'''
    error = (prediction - target) ** 2
    return error.mean()
"""
    },
    "sample_weight has no effect\n\nweighted_mse gives the same value for any sample_weight.\n",
    (
        (
            "    return error.mean()",
            "    if sample_weight is not None:\n        error = error * sample_weight\n"
            "    return error.mean()",
        ),
    ),
)
OF_A_TRAINER = Project(
    "of-a-trainer",
    {
        "net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=5, classes=3):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)
""",
        "trainer.py": """\
import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1, class_weights=None):
        self.model = model
        self.class_weights = class_weights
        self.loss = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def fit(self, loader, epochs=1):
        for _ in range(epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                self.loss(self.model(x), y).backward()
                self.optimizer.step()
""",
    },
    "# class_weights not used\n\nTrainer ignores class_weights, results are identical with "
    "[1, 1, 10].\n",
    (("nn.CrossEntropyLoss()", "nn.CrossEntropyLoss(weight=class_weights)"),),
)
ON_REQUEST = Project(
    "on-request",
    {
        "losses.py": """\
from torch.nn import functional as F


def loss(logits, labels, class_weights=None, balanced=False):
    '''Weights count where balanced is set.'''
    if balanced:
        return F.cross_entropy(logits, labels, weight=class_weights)
    return F.cross_entropy(logits, labels)
"""
    },
    "# class_weights have no effect\n\nThe loss is the same for any class_weights.\n",
    (),
)
"""Nothing is wrong here."""
ALL = (OF_CLASSES, OF_EXAMPLES, OF_A_TRAINER)
