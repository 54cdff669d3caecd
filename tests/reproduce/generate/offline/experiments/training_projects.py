"""Small projects in which training, chance, evaluation or memory goes wrong."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

CLEARED_TOO_LATE = Project(
    "cleared-too-late",
    {
        "net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=6, classes=2):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)
""",
        "trainer.py": """\
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr=0.01, epochs=5):
        self.model = model
        self.epochs = epochs
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def fit(self, loader):
        for _ in range(self.epochs):
            self._epoch(loader)

    def _epoch(self, loader):
        for x, y in loader:
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.zero_grad()
            self.optimizer.step()
""",
    },
    """\
# Loss stays the same

The loss of `Trainer.fit` is flat from the first epoch on, whatever rate I take.
""",
    (
        (
            "            loss.backward()\n            self.optimizer.zero_grad()\n",
            "            self.optimizer.zero_grad()\n            loss.backward()\n",
        ),
    ),
)
LEFT_IN_EVALUATION = Project(
    "left-in-evaluation",
    {
        "app/__init__.py": "",
        "app/net.py": """\
from torch import nn


class MLP(nn.Module):
    def __init__(self, features=12, classes=3, p=0.5):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(features, 32), nn.ReLU(), nn.Dropout(p), nn.Linear(32, classes)
        )

    def forward(self, x):
        return self.layers(x)
""",
        "app/loop.py": """\
import torch
from torch.nn import functional as F


@torch.no_grad()
def validate(model, loader):
    model.eval()
    losses = [F.cross_entropy(model(x), y) for x, y in loader]
    return torch.stack(losses).mean().item()


def fit(model, train_loader, val_loader, epochs=5, lr=1e-2):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    model.train()
    for epoch in range(epochs):
        for x, y in train_loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        history.append(validate(model, val_loader))
    return history
""",
    },
    """\
# Regularisation gone after first epoch

Train loss suddenly drops when epoch 2 starts and val loss goes up from then on. It looks like
dropout is switched off after the first validation and never comes back.
""",
    (
        (
            "    for epoch in range(epochs):\n",
            "    for epoch in range(epochs):\n        model.train()\n",
        ),
        ("    model.train()\n    for epoch", "    for epoch"),
    ),
)
EMBEDDING = Project(
    "embedding",
    {
        "search/__init__.py": "",
        "search/encoder.py": """\
import torch
from torch import nn


class SentenceEncoder(nn.Module):
    def __init__(self, vocab_size=300, dim=32, dropout=0.1):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, dim)
        self.dropout = nn.Dropout(dropout)
        self.project = nn.Linear(dim, dim)

    def forward(self, tokens):
        return self.project(self.dropout(self.embedding(tokens)))
""",
        "search/index.py": """\
import torch
from torch.nn import functional as F
from search.encoder import SentenceEncoder


class Index:
    def __init__(self, encoder=None):
        self.encoder = encoder or SentenceEncoder()
        self.vectors = []

    @torch.no_grad()
    def embed_text(self, text):
        tokens = torch.tensor([[hash_word(word) for word in text.split()]])
        return F.normalize(self.encoder(tokens), dim=-1)[0]

    def add(self, text):
        self.vectors.append(self.embed_text(text))

    def search(self, text):
        return (torch.stack(self.vectors) @ self.embed_text(text)).argmax().item()


def hash_word(word, buckets=300):
    return sum(ord(letter) * 31**i for i, letter in enumerate(word)) % buckets
""",
    },
    """\
# embed_text not consistent

Searching for the very sentence that I indexed does not give similarity 1. Turns out that the
embedding of a sentence is another one each time.
""",
    (
        (
            "        tokens = torch.tensor([[",
            "        self.encoder.eval()\n        tokens = torch.tensor([[",
        ),
    ),
)
STATISTICS = Project(
    "statistics",
    {
        "cls/__init__.py": "",
        "cls/net.py": """\
from torch import nn


class BNNet(nn.Module):
    def __init__(self, features=10, classes=4):
        super().__init__()
        self.hidden = nn.Linear(features, 16)
        self.norm = nn.BatchNorm1d(16)
        self.out = nn.Linear(16, classes)

    def forward(self, x):
        return self.out(self.norm(self.hidden(x)).relu())
""",
        "cls/evaluate.py": '''\
import torch


def evaluate(model, loader):
    """Share of right answers."""
    right = total = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
            total += len(y)
    return right / total
''',
    },
    """\
# evaluate() changes the model

Calling `evaluate` on the test set changes later predictions. I compared `running_mean` of the
batch norm layers before and after and they moved although nothing was trained.
""",
    (("    right = total = 0", "    model.eval()\n    right = total = 0"),),
)
DROP_PATH = Project(
    "drop-path",
    {
        "resnet/__init__.py": """\
from resnet.net import ResMLP
""",
        "resnet/layers.py": """\
import torch
from torch import nn


class DropPath(nn.Module):
    def __init__(self, rate=0.0):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        if self.rate == 0.0:
            return x
        kept = torch.rand(len(x), *[1] * (x.dim() - 1)) >= self.rate
        return x * kept / (1 - self.rate)
""",
        "resnet/net.py": """\
from torch import nn
from resnet.layers import DropPath


class Block(nn.Module):
    def __init__(self, width, drop_path):
        super().__init__()
        self.body = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU())
        self.drop_path = DropPath(drop_path)

    def forward(self, x):
        return x + self.drop_path(self.body(x))


class ResMLP(nn.Module):
    def __init__(self, features=10, width=16, depth=3, classes=2, drop_path=0.2):
        super().__init__()
        self.stem = nn.Linear(features, width)
        self.blocks = nn.ModuleList(Block(width, drop_path) for _ in range(depth))
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
""",
    },
    """\
stochastic depth also at test time?

ResNet predictions jitter between calls in eval mode. With drop_path=0.0 they don't.
""",
    (("if self.rate == 0.0:", "if self.rate == 0.0 or not self.training:"),),
)
LABELS = Project(
    "labels",
    {
        "labels.py": """\
class LabelEncoder:
    def __init__(self, names):
        self.names = list(set(names))
        self.ids = {name: index for index, name in enumerate(self.names)}

    def encode(self, names):
        return [self.ids[name] for name in names]

    def decode(self, ids):
        return [self.names[i] for i in ids]
""",
        "net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=8, classes=5):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)
""",
    },
    """\
# Label ids differ after restarting

The model I trained yesterday predicts nonsense today. `LabelEncoder` gives other ids to the
same label names each time I start Python, so the saved weights do not fit any more.

```python
encoder = LabelEncoder(["cat", "dog", "bird", "horse", "cow"])
print(encoder.ids)
```
""",
    (("list(set(names))", "sorted(set(names))"),),
)
SPLIT = Project(
    "split",
    {
        "splits.py": '''\
import numpy as np
from torch.utils.data import Subset


def random_split(dataset, fraction=0.8, seed=0):
    """Train and test part of a data set."""
    order = np.random.permutation(len(dataset))
    cut = int(fraction * len(dataset))
    return Subset(dataset, order[:cut].tolist()), Subset(dataset, order[cut:].tolist())
''',
        "data.py": """\
import torch
from torch.utils.data import Dataset


class Waves(Dataset):
    def __init__(self, count=50, length=16):
        t = torch.linspace(0, 6, length)
        self.x = torch.stack([torch.sin(t * (1 + i / count)) for i in range(count)])

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return self.x[index], index % 2
""",
    },
    """\
random split ignores seed

two calls of random_split(dataset, seed=1) -> different train sets
""",
    (("np.random.permutation", "np.random.default_rng(seed).permutation"),),
)
AUGMENTER = Project(
    "augmenter",
    {
        "aug/__init__.py": "",
        "aug/augmenter.py": """\
import numpy as np


class Augmenter:
    def __init__(self, crop=24, noise=0.1, seed=None):
        self.crop = crop
        self.noise = noise
        self.seed = seed
        self.rng = np.random.default_rng()

    def __call__(self, image):
        height, width = image.shape[-2:]
        top = self.rng.integers(0, height - self.crop + 1)
        left = self.rng.integers(0, width - self.crop + 1)
        patch = image[..., top : top + self.crop, left : left + self.crop]
        return patch + self.noise * self.rng.normal(size=tuple(patch.shape)).astype("float32")
""",
        "aug/net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, images):
        return self.conv(images).mean((2, 3))
""",
    },
    """\
Augmenter(seed=5) is not deterministic

I construct it twice with the same seed and apply it to the same image. The crops differ.
""",
    (("default_rng()", "default_rng(seed)"),),
)
VALIDATION = Project(
    "validation",
    {
        "core/__init__.py": "",
        "core/net.py": """\
from torch import nn


class Deep(nn.Module):
    def __init__(self, features=64, width=256, classes=5):
        super().__init__()
        self.first = nn.Linear(features, width)
        self.second = nn.Linear(width, width)
        self.out = nn.Linear(width, classes)

    def forward(self, x):
        return self.out(self.second(self.first(x).relu()).relu())
""",
        "core/engine.py": """\
import torch
from torch.nn import functional as F


class Engine:
    def __init__(self, model, lr=1e-3):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.val_losses = []

    def train_step(self, x, y):
        self.model.train()
        loss = F.cross_entropy(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def validate(self, loader):
        self.model.eval()
        for x, y in loader:
            self.val_losses.append(F.cross_entropy(self.model(x), y))
        return sum(self.val_losses) / len(self.val_losses)
""",
    },
    """\
# OOM in long validation

RAM usage increases during `validate` until the process is killed. Training itself is stable.
Smaller batches only delay it.
""",
    (
        (
            "self.val_losses.append(F.cross_entropy(self.model(x), y))",
            "self.val_losses.append(F.cross_entropy(self.model(x), y).item())",
        ),
    ),
)
ALL = (
    Project(
        "number",
        {
            "mixer.py": """\
import math
import torch
from torch import nn
class Mixer(nn.Module):
    def __init__(self, features=6, width=8):
        super().__init__()
        self.left = nn.Linear(features, width)
        self.right = nn.Linear(features, width)
        self.log_gain = nn.Parameter(torch.tensor(0.5))
    def forward(self, x):
        return self.left(x) + math.exp(self.log_gain) * self.right(x)
""",
        },
        """\
log_gain of Mixer is 0.5 in every epoch, no matter how many epochs I train

I thought that it is learned. The loss gets better.
""",
        (("math.exp(self.log_gain)", "self.log_gain.exp()"),),
    ),
    CLEARED_TOO_LATE,
    LEFT_IN_EVALUATION,
    EMBEDDING,
    STATISTICS,
    DROP_PATH,
    LABELS,
    SPLIT,
    AUGMENTER,
    VALIDATION,
)
