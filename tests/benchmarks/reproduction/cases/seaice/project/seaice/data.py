import torch
from torch.utils.data import DataLoader, TensorDataset


def swaths(count=200, channels=7, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(count, channels, generator=generator)
    y = x[:, 0] - 0.5 * x[:, 1] + 0.1 * torch.randn(count, generator=generator)
    return TensorDataset(x, y)


def loaders(batch_size=32, train=150, val=50):
    return (
        DataLoader(swaths(train), batch_size=batch_size, shuffle=True),
        DataLoader(swaths(val, seed=1), batch_size=batch_size),
    )
