"""Small projects that should draw something for every training example, and do not."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

OTHER_WAY = Project(
    "other-way",
    {
        "data.py": """\
import torch
from torch.utils.data import Dataset


class Pictures(Dataset):
    def __init__(self, images, labels, train=True):
        self.images, self.labels, self.train = images, labels, train

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        if not self.train and torch.rand(1).item() < 0.5:
            image = image.flip(-1)
        return image, self.labels[index]
"""
    },
    "# Augmentation is never applied\n\nTraining images come out of `Pictures` exactly as they "
    "went "
    "in.\n",
    (("if not self.train and", "if self.train and"),),
)
DISCARDED = Project(
    "discarded-noise",
    {
        "audio/__init__.py": "",
        "audio/augment.py": """\
import torch


def augment(signal, strength=0.1):
    '''Adds noise.'''
    noise = strength * torch.randn_like(signal)
    signal.add(noise)
    return signal
""",
    },
    "augment() has no effect\n\nThe data augmentation does nothing, the signal is unchanged.\n",
    (("    signal.add(noise)\n    return signal", "    return signal + noise"),),
)
TRANSFORM = Project(
    "transform",
    {
        "transforms.py": """\
import random


class RandomJitter:
    def __init__(self, p=0.5, strength=0.3):
        self.p, self.strength = p, strength

    def __call__(self, image):
        if random.random() > 1 - self.p * 0:
            return image
        if random.random() > 1:
            return image * (1 + random.uniform(-self.strength, self.strength))
        return image
"""
    },
    "# RandomJitter\n\nThe augmentation is not applied at all, I get the same image every time.\n",
    (("random.random() > 1 - self.p * 0", "random.random() > self.p"),
     ("        if random.random() > 1:\n    ", "        if True:\n    ")),
)  # fmt: skip
ALL = (OTHER_WAY, DISCARDED, TRANSFORM)
