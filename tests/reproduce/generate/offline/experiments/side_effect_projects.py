"""Small projects that write into what they read or are given, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

WINDOWS = Project(
    "windows",
    {
        "windows.py": """\
import torch
from torch.utils.data import Dataset


class Windows(Dataset):
    def __init__(self, series, width=24):
        self.series = torch.as_tensor(series, dtype=torch.float32)
        self.width = width

    def __len__(self):
        return len(self.series) - self.width

    def __getitem__(self, index):
        past = self.series[index : index + self.width]
        level = past.mean()
        past -= level
        return past, level
"""
    },
    "# Samples of Windows are not the same each time I look at them\n\n"
    "Ask for sample 0 a second time: the level is 0.\n",
    (("past -= level", "past = past - level"),),
)
IMAGES = Project(
    "images",
    {
        "photos/__init__.py": "",
        "photos/data.py": """\
import numpy as np
import torch


class Photos(torch.utils.data.Dataset):
    \"\"\"Images in memory, standardised when they are read.\"\"\"

    def __init__(self, images, labels, mean=0.5, std=0.25):
        self.images = images
        self.labels = labels
        self.mean = mean
        self.std = std

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        image = torch.from_numpy(self.images[i])
        image.sub_(self.mean).div_(self.std)
        return {"image": image, "label": int(self.labels[i])}


def load_photos(count=20, seed=0):
    random = np.random.default_rng(seed)
    images = random.random((count, 3, 8, 8)).astype(np.float32)
    return images, random.integers(0, 3, count)
""",
        "train.py": """\
from photos.data import Photos, load_photos


def main():
    images, labels = load_photos()
    dataset = Photos(images, labels)
    print(len(dataset))


if __name__ == "__main__":
    main()
""",
    },
    "# Inputs are normalised again in every epoch\n\nFrom the second epoch on the pixels of "
    "`Photos` are in the hundreds.\n",
    (("image.sub_(self.mean).div_(self.std)", "image = image.sub(self.mean).div(self.std)"),),
)
NOISE = Project(
    "noise",
    {
        "signals.py": """\
import torch


class Signals:
    def __init__(self, signals, noise=0.1):
        self.signals = signals
        self.noise = noise

    def __len__(self):
        return len(self.signals)

    def __getitem__(self, index):
        signal = self.signals[index]
        signal += self.noise * torch.randn(signal.shape)
        return signal
"""
    },
    "# Iterating over Signals corrupts the original recordings\n\nThe noise piles up.\n",
    (("signal += self.noise", "signal = signal + self.noise"),),
)
RECORDS = Project(
    "records",
    {
        "records.py": """\
class Records:
    def __init__(self, rows):
        self.rows = [{"x": float(row), "weight": 1.0} for row in rows]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        row["weight"] *= 0.5
        return row
"""
    },
    "# Records: the dataset is changed by reading it\n\n"
    "The weights get smaller with every epoch.\n",
    (("row = self.rows[index]", "row = dict(self.rows[index])"),),
)
REREAD = (WINDOWS, IMAGES, NOISE, RECORDS)
CLIP = Project(
    "clip",
    {
        "boxes.py": """\
def clip_boxes(boxes, size=8):
    \"\"\"Boxes that lie inside of the image.\"\"\"
    boxes[:, 0].clamp_(min=0)
    boxes[:, 1].clamp_(max=size)
    return boxes
"""
    },
    "# clip_boxes modifies its input\n\nThe boxes I pass to `clip_boxes` are changed afterwards.\n",
    (('"""\n    boxes[:, 0]', '"""\n    boxes = boxes.clone()\n    boxes[:, 0]'),),
)
LAYER = Project(
    "layer",
    {
        "layer.py": """\
import torch
from torch import nn


class Centred(nn.Module):
    def __init__(self, features=16):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(features))

    def forward(self, x):
        x -= x.mean(dim=-1, keepdim=True)
        return x * self.scale
"""
    },
    "# `Centred` overwrites its input\n\nAfter the call my input tensor has been changed.\n",
    (("x -= x.mean", "x = x - x.mean"),),
)
GIVEN = (CLIP, LAYER)
AUGMENTED = Project(
    "augmented",
    {
        "pictures.py": """\
import numpy as np


class Pictures:
    \"\"\"Every read gives another flip, by intent.\"\"\"

    def __init__(self, pictures, seed=0):
        self.pictures = pictures
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.pictures)

    def __getitem__(self, index):
        return self.pictures[index] * self.rng.choice([-1.0, 1.0])
"""
    },
    "# Samples of Pictures are not the same each time I look at them\n\n"
    "Ask for sample 0 a second time: it is another one.\n",
    (),
)
SHIFTED = Project(
    "shifted",
    {
        "tracks.py": """\
import random


class Tracks:
    \"\"\"Every read begins somewhere else, by intent.\"\"\"

    def __init__(self, tracks):
        self.tracks = tracks

    def __len__(self):
        return len(self.tracks)

    def __getitem__(self, index):
        return self.tracks[index] + random.random()
"""
    },
    "# Samples of Tracks are not the same each time I look at them\n\n"
    "Ask for sample 0 a second time: it is another one.\n",
    (),
)
BY_INTENT = (AUGMENTED, SHIFTED)
