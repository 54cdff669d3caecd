"""Outlines of made-up leaves."""

import math

import torch
from torch.utils.data import DataLoader, TensorDataset


def outlines(count, points=24, species=5):
    labels = torch.randint(0, species, (count,))
    angle = torch.linspace(0, 2 * math.pi, points)
    radius = 1 + 0.3 * torch.cos((labels[:, None] + 1) * angle)
    shape = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=-1)
    return shape + 0.05 * torch.randn_like(shape), labels


def leaf_loader(count=128, batch_size=16):
    return DataLoader(TensorDataset(*outlines(count)), batch_size, shuffle=True)
