"""Readings of a gas flow sensor, made up so that nothing has to be downloaded."""

import torch
from torch.utils.data import DataLoader, TensorDataset

FEATURES = 6


def make_readings(count, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(count, FEATURES, generator=generator)
    weights = torch.linspace(-1, 1, FEATURES)
    y = torch.tanh(x @ weights) + 0.05 * torch.randn(count, generator=generator)
    return x, y


def make_loader(count, batch_size, shuffle=False, seed=0):
    return DataLoader(TensorDataset(*make_readings(count, seed)), batch_size, shuffle=shuffle)
