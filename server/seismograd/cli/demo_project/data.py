"""Handwritten digits from .npz files."""

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from config import Config


def load(path: str) -> TensorDataset:
    with np.load(path) as stored:
        images = torch.from_numpy(stored["images"]).float().unsqueeze(1) / 255
        labels = torch.from_numpy(stored["labels"]).long()
    return TensorDataset(images, labels)


def loaders(config: Config) -> tuple[DataLoader, DataLoader]:
    train = DataLoader(load("train.npz"), batch_size=config.batch_size, shuffle=False)
    test = DataLoader(load("test.npz"), batch_size=config.batch_size)
    return train, test
