"""Networks that do not go to another device as a whole."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

PLAIN_LAYERS = Project(
    "plain-layers",
    {
        "vision.py": """\
from torch import nn


class Classifier(nn.Module):
    def __init__(self, classes=10, width=32):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 4, stride=4)
        self.blocks = [nn.Linear(width, width) for _ in range(2)]
        self.head = nn.Linear(width, classes)

    def forward(self, images):
        x = self.stem(images).flatten(2).transpose(1, 2)
        for block in self.blocks:
            x = x + block(x)
        return self.head(x.mean(1))
"""
    },
    "# Classifier cannot be used on a GPU\n\n`Classifier().cuda()` and then a batch of images: "
    "RuntimeError: Expected all tensors to be on the same device, but got mat2 is on cpu, "
    "different from other tensors on cuda:0\n",
    (
        (
            "[nn.Linear(width, width) for _ in range(2)]",
            "nn.ModuleList(nn.Linear(width, width) for _ in range(2))",
        ),
    ),
)
PLACES = Project(
    "places",
    {
        "tagger.py": """\
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab=50, width=16, tags=5, longest=64):
        super().__init__()
        self.words = nn.Embedding(vocab, width)
        self.places = nn.Embedding(longest, width)
        self.out = nn.Linear(width, tags)

    def forward(self, ids):
        places = torch.arange(ids.size(1))
        return self.out(self.words(ids) + self.places(places))
"""
    },
    "# Device mismatch in Tagger\n\nOn the GPU `Tagger` complains about different devices.\n",
    (("torch.arange(ids.size(1))", "torch.arange(ids.size(1), device=ids.device)"),),
)
FILTERS = Project(
    "filters",
    {
        "sound.py": """\
import torch
from torch import nn


class Mel(nn.Module):
    def __init__(self, features=16, mels=8):
        super().__init__()
        self.norm = nn.LayerNorm(mels)
        self.filters = torch.rand(features, mels)

    def forward(self, x):
        return self.norm(x @ self.filters)
"""
    },
    "# to(device) forgets the filters of Mel\n\nMoving `Mel` to the GPU leaves `filters` behind, "
    "they are still on the CPU.\n",
    (
        ("self.filters = torch.rand(features, mels)",
         'self.register_buffer("filters", torch.rand(features, mels))'),
    ),
)  # fmt: skip
HELD = Project(
    "held",
    {
        "losses.py": """\
import torch
from torch import nn


class Weighted(nn.Module):
    def __init__(self, features=16, scale=2.0):
        super().__init__()
        self.scales = {"far": torch.full((features,), scale)}
        self.bias = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        return (x * self.scales["far"] + self.bias).mean()
"""
    },
    "# Weighted is only partly moved\n\n`Weighted().to(device)`: the scales stay on the CPU.\n",
    (('self.scales["far"] +', 'self.scales["far"].to(x.device) +'),),
)
ALL = (PLAIN_LAYERS, PLACES, FILTERS, HELD)
TOLD_WHERE = Project(
    "told-where",
    {
        "net.py": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, features=6, device="cpu"):
        super().__init__()
        self.layer = nn.Linear(features, features, device=device)
        self.scale = torch.ones(features, device=device)

    def forward(self, x):
        return self.layer(x) * self.scale
"""
    },
    "# Net stays on the CPU\n\n`Net().to('cuda')` leaves the scale on the CPU.\n",
    (),
)
