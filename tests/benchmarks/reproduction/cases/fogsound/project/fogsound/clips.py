"""Made-up clips: a horn of a certain pitch in noise."""

import math

import torch
from torch.utils.data import TensorDataset

CLASSES = 10
SAMPLES = 64


def make_clips(count=128, noise=0.3, seed=0):
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, CLASSES, (count,), generator=generator)
    time = torch.arange(SAMPLES) / SAMPLES
    clips = torch.sin(2 * math.pi * (labels[:, None] + 1) * time)
    clips = clips + noise * torch.randn(count, SAMPLES, generator=generator)
    return TensorDataset(clips, labels)
