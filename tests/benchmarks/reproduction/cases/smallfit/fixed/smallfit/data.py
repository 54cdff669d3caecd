import torch
from torch.utils.data import DataLoader, TensorDataset, random_split


def loaders(samples, batch_size, val_share):
    x = torch.randn(samples, 8)
    y = (x[:, 0] > x[:, 1]).long()
    held = round(samples * val_share)
    parts = random_split(TensorDataset(x, y), [samples - held, held])
    train, validation = parts
    return [
        DataLoader(train, batch_size=batch_size, drop_last=True),
        DataLoader(validation, batch_size=batch_size),
    ]
