"""Small projects with one silent bug each, a report of it, and the same without the bug."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Project:
    name: str
    files: dict[str, str]
    report: str
    mended: tuple[tuple[str, str], ...]
    """What is written otherwise where the bug is not."""

    def write(self, root: Path, *, healthy: bool = False) -> None:
        for name, text in self.files.items():
            for wrong, right in self.mended if healthy else ():
                text = text.replace(wrong, right)
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


BUFFER = Project(
    "buffer",
    {
        "network.py": """\
import torch
from torch import nn


class Whitened(nn.Module):
    def __init__(self, features=6, outputs=3):
        super().__init__()
        self.mean = torch.zeros(features)
        self.head = nn.Linear(features, outputs)

    def forward(self, x):
        if self.training:
            self.mean = 0.9 * self.mean + 0.1 * x.mean(dim=0).detach()
        return self.head(x - self.mean)
"""
    },
    "# Predictions differ after loading a checkpoint\n\nI train `Whitened`, save the "
    "state_dict and "
    "load it into a new model. The outputs are different after loading.\n",
    (("self.mean = torch.zeros(features)", 'self.register_buffer("mean", torch.zeros(features))'),),
)
RESUME = Project(
    "resume",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, width=8):\n        super().__init__()\n"
        "        self.body = nn.Linear(4, width)\n        self.head = nn.Linear(width, 2)\n\n"
        "    def forward(self, x):\n        return self.head(self.body(x).relu())\n",
        "checkpoints.py": """\
import torch


def save_checkpoint(path, model, optimizer, epoch):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
    torch.save(state, path)


def load_checkpoint(path, model, optimizer=None):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    if optimizer is None:
        optimizer.load_state_dict(state["optimizer"])
    return state["epoch"]
""",
    },
    "# Resuming training is not the same as training on\n\nAfter `load_checkpoint` the loss jumps: "
    "it looks as if the optimizer state is not restored when resuming from a checkpoint.\n",
    (("if optimizer is None", "if optimizer is not None"),),
)
DETACHED = Project(
    "detached",
    {
        "pair.py": """\
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self, features=5):
        super().__init__()
        self.encoder = nn.Linear(features, 8)
        self.decoder = nn.Linear(8, features)

    def forward(self, x):
        code = torch.tanh(self.encoder(x)).detach()
        return self.decoder(code)
"""
    },
    "# encoder never learns\n\nThe encoder weights of `Pair` are never updated, "
    "there is no gradient "
    "for them at all. Only the decoder trains.\n",
    ((".detach()", ""),),
)
PLAIN_LIST = Project(
    "plain-list",
    {
        "stack.py": """\
from torch import nn


class Stack(nn.Module):
    def __init__(self, width=6, depth=3):
        super().__init__()
        self.first = nn.Linear(4, width)
        self.layers = [nn.Linear(width, width) for _ in range(depth)]
        self.last = nn.Linear(width, 2)

    def forward(self, x):
        x = self.first(x)
        for layer in self.layers:
            x = layer(x).relu()
        return self.last(x)
"""
    },
    "# Hidden layers are not trained\n\nI noticed that the weights in `layers` stay "
    "the same during "
    "training, they are not part of model.parameters().\n",
    (
        (
            "[nn.Linear(width, width) for _ in range(depth)]",
            "nn.ModuleList(nn.Linear(width, width) for _ in range(depth))",
        ),
    ),
)
DROPOUT = Project(
    "dropout",
    {
        "classifier.py": """\
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self, features=10, classes=3, dropout=0.3):
        super().__init__()
        self.dropout = dropout
        self.hidden = nn.Linear(features, 16)
        self.out = nn.Linear(16, classes)

    def forward(self, x):
        x = F.relu(self.hidden(x))
        x = F.dropout(x, p=self.dropout)
        return self.out(x)
"""
    },
    "# Predictions are random in eval mode\n\nI call model.eval() and still get different outputs "
    "for the same input each time, as if dropout was active at inference.\n",
    (("p=self.dropout)", "p=self.dropout, training=self.training)"),),
)
PREDICT = Project(
    "predict",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, features=10):\n        super().__init__()\n"
        "        self.body = nn.Sequential(nn.Linear(features, 16), nn.Dropout(0.5), "
        "nn.Linear(16, 2))\n\n    def forward(self, x):\n        return self.body(x)\n",
        "inference.py": """\
import torch


def predict(model, x):
    with torch.no_grad():
        return model(x).softmax(dim=-1)
""",
    },
    "# predict() gives other results every time\n\nRight after training `predict` "
    "returns different "
    "probabilities for the same input; dropout seems to be on during inference.\n",
    (("    with torch.no_grad():", "    model.eval()\n    with torch.no_grad():"),),
)
BATCH = Project(
    "batch",
    {
        "normalised.py": """\
from torch import nn


class Normalised(nn.Module):
    def __init__(self, features=7):
        super().__init__()
        self.linear = nn.Linear(features, 4)

    def forward(self, x):
        x = self.linear(x)
        return (x - x.mean(dim=0, keepdim=True)) / 3
"""
    },
    "# Output depends on the rest of the batch\n\nFor one example the result of `Normalised` in a "
    "batch differs from the result when I pass it alone. It depends on the other samples.\n",
    (("dim=0", "dim=1"),),
)
MASK = Project(
    "mask",
    {
        "attention.py": """\
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        b, t, d = x.shape
        scores = self.query(x) @ self.key(x).transpose(1, 2) / d**0.5
        if mask is not None:
            scores = scores.masked_fill(mask[:, None, :] == 0, 0.0)
        return torch.softmax(scores, dim=-1) @ self.value(x)
"""
    },
    "# Padding still influences the result\n\nMasked positions are not ignored by "
    "`Attention`: when "
    "I change the padding tokens the outputs of the real tokens change too.\n",
    (("== 0, 0.0)", '== 0, float("-inf"))'),),
)
OPTION = Project(
    "option",
    {
        "mlp.py": """\
from torch import nn


class MLP(nn.Module):
    def __init__(self, features=6, hidden=8, dropout=0.1, slope=0.01):
        super().__init__()
        self.body = nn.Linear(features, hidden)
        self.act = nn.LeakyReLU(slope)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(hidden, 2)

    def forward(self, x):
        return self.out(self.drop(self.act(self.body(x))))
"""
    },
    "# dropout argument is ignored\n\nPassing `dropout=0.9` to `MLP` has no effect, "
    "the results are "
    "the same whatever I set.\n",
    (("nn.Dropout(0.1)", "nn.Dropout(dropout)"),),
)
SEED = Project(
    "seed",
    {
        "data.py": """\
import random

import numpy as np
import torch


def set_seed(seed):
    torch.manual_seed(seed)
    np.random.seed(seed)


def sample_batch(items, size=4):
    return random.sample(list(items), size)
"""
    },
    "# Not reproducible with the same seed\n\nI call set_seed(1) and two runs still give different "
    "batches. Results vary between runs even with a fixed seed.\n",
    (
        (
            "    np.random.seed(seed)",
            "    np.random.seed(seed)\n    random.seed(seed)",
        ),
    ),
)
NAN = Project(
    "nan",
    {
        "scaling.py": """\
import torch


def standardise(x):
    return (x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)
"""
    },
    "# standardise gives NaN for constant inputs\n\nFor a row whose values are all the same "
    "(constant signal, zero std) `standardise` returns nan.\n",
    ((".std(dim=-1, keepdim=True)", ".std(dim=-1, keepdim=True).clamp(min=1e-6)"),),
)
SPLIT = Project(
    "split",
    {
        "splits.py": """\
import torch


def train_test_split(items, test_fraction=0.25):
    items = list(items)
    count = int(len(items) * test_fraction)
    return items[: len(items) - count + 1], items[len(items) - count :]
"""
    },
    "# Train and test sets overlap\n\nThere is a leak between train and test: `train_test_split` "
    "puts an example into both sets.\n",
    (("- count + 1]", "- count]"),),
)
LAST_BATCH = Project(
    "last-batch",
    {
        "batches.py": """\
import torch


class Batches:
    def __init__(self, data, batch_size=4):
        self.data = data
        self.batch_size = batch_size

    def __len__(self):
        return len(self.data) // self.batch_size

    def __iter__(self):
        for number in range(len(self)):
            start = number * self.batch_size
            yield self.data[start : start + self.batch_size]
"""
    },
    "# Last batch is dropped\n\nIterating over `Batches` never gives the last, smaller batch: some "
    "samples are never seen.\n",
    (("return len(self.data) // self.batch_size", "return -(-len(self.data) // self.batch_size)"),),
)
SCHEDULE = Project(
    "schedule",
    {
        "schedule.py": """\
import torch


class LinearDecay:
    def __init__(self, optimizer: torch.optim.Optimizer, total_steps=50):
        self.optimizer = optimizer
        self.total_steps = total_steps
        self.base = [group["lr"] for group in optimizer.param_groups]
        self.count = 0

    def step(self):
        self.count += 0
        share = max(0.0, 1 - self.count / self.total_steps)
        for group, base in zip(self.optimizer.param_groups, self.base):
            group["lr"] = base * share
"""
    },
    "# Learning rate never changes\n\nWith `LinearDecay` the learning rate stays constant, the "
    "scheduler does not decay anything.\n",
    (("self.count += 0", "self.count += 1"),),
)
MEAN_OF_MEANS = Project(
    "mean-of-means",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, features=10):\n        super().__init__()\n"
        "        self.body = nn.Linear(features, 2)\n\n"
        "    def forward(self, x):\n        return self.body(x)\n",
        "evaluation.py": """\
import torch


def evaluate(model, loader):
    total = 0.0
    for x, y in loader:
        with torch.no_grad():
            loss = torch.nn.functional.cross_entropy(model(x), y)
        total += loss.item()
    return total / len(loader)
""",
    },
    "# Validation score is wrong\n\nThe metric of `evaluate` is incorrect: it is not "
    "weighted by the "
    "size of the last batch, so the score differs from the true mean.\n",
    (
        ("total += loss.item()", "total += loss.item() * len(x)"),
        ("total / len(loader)", "total / len(loader.dataset)"),
    ),
)
LEAK = Project(
    "leak",
    {
        "meter.py": """\
import torch
from torch import nn


class Tracker(nn.Module):
    def __init__(self, features=64):
        super().__init__()
        self.body = nn.Linear(features, 64)
        self.history = []

    def forward(self, x):
        out = torch.tanh(self.body(x))
        self.history.append(out)
        return out
"""
    },
    "# Memory leak in Tracker\n\nMemory keeps growing with every forward call until the process is "
    "killed.\n",
    (("self.history.append(out)", "self.history.append(out.mean().item())"),),
)
NO_STEP = Project(
    "no-step",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, features=10):\n        super().__init__()\n"
        "        self.body = nn.Linear(features, 16)\n        self.out = nn.Linear(16, 2)\n\n"
        "    def forward(self, x):\n        return self.out(self.body(x).relu())\n",
        "training.py": """\
import torch


def train_epoch(model, loader, lr=0.1):
    optimizer = torch.optim.SGD(model.out.parameters(), lr=lr)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return losses
""",
    },
    "# Model does not learn\n\nThe loss does not decrease at all with `train_epoch`, it stays "
    "constant for many epochs.\n",
    (("        optimizer.zero_grad()\n        optimizer.step()", "        optimizer.step()"),),
)
ACCURACY = Project(
    "accuracy",
    {
        "metrics.py": """\
import torch


def accuracy(predictions, targets):
    correct = (predictions == targets).sum().item()
    return correct / (len(targets) + 1)
"""
    },
    "# accuracy() is wrong\n\n```python\nimport torch\nfrom metrics import accuracy\n\n"
    "value = accuracy(torch.tensor([1, 2, 3]), torch.tensor([1, 2, 3]))\nprint(value)\n```\n\n"
    "The accuracy is 0.75 but should be 1.0.\n",
    (("(len(targets) + 1)", "len(targets)"),),
)

ALL = (
    BUFFER, RESUME, DETACHED, PLAIN_LIST, DROPOUT, PREDICT, BATCH, MASK, OPTION, SEED, NAN, SPLIT,
    LAST_BATCH, SCHEDULE, MEAN_OF_MEANS, LEAK, NO_STEP, ACCURACY,
)  # fmt: skip
