"""A made-up table of customers: two categorical and five numeric columns."""

import torch
from torch.utils.data import DataLoader, TensorDataset

CARDINALITIES = (6, 12)  # kind of contract, region
NUMERIC = 5


def make_table(customers, seed=0):
    generator = torch.Generator().manual_seed(seed)
    categories = torch.stack(
        [torch.randint(0, size, (customers,), generator=generator) for size in CARDINALITIES], dim=1
    )
    numbers = torch.randn(customers, NUMERIC, generator=generator)
    risk = 1.5 * numbers[:, 0] - numbers[:, 3] + (categories[:, 0] == 2).float() * 2 - 0.3
    left = (risk + 0.3 * torch.randn(customers, generator=generator) > 0).float()
    return categories, numbers, left


def make_loaders(customers, batch_size, seed=0):
    train = TensorDataset(*make_table(customers, seed))
    held = TensorDataset(*make_table(customers // 4, seed + 1000))
    return DataLoader(train, batch_size, shuffle=True), DataLoader(held, batch_size)
