import numpy as np
import torch
from torch.utils.data import TensorDataset, random_split


def make_dataset(n_samples, n_features, n_classes, seed):
    """Several clusters per class, so that no linear rule separates them."""
    rng = np.random.default_rng(seed)
    per_class = 4
    centres = rng.normal(0, 1.6, size=(n_classes * per_class, n_features))
    which = rng.integers(0, len(centres), size=n_samples)
    x = centres[which] + rng.normal(0, 1.0, size=(n_samples, n_features))
    y = which % n_classes
    x = (x - x.mean(0)) / x.std(0)
    return TensorDataset(torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.long))


def split(dataset, val_fraction, seed):
    n_val = int(len(dataset) * val_fraction)
    gen = torch.Generator().manual_seed(seed)
    return random_split(dataset, [len(dataset) - n_val, n_val], generator=gen)
