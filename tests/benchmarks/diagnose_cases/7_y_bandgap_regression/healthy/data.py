import torch
from torch.utils.data import DataLoader, TensorDataset


def compounds(n, d):
    x = torch.rand(n, d) * 2 - 1
    gap = (2.0 * torch.sin(2.5 * x[:, 0] * x[:, 1]) + 1.5 * x[:, 2] ** 2 - x[:, 3] * x[:, 4]
           + torch.exp(-3 * x[:, 5] ** 2) + 3.0)
    return x, gap + 0.05 * torch.randn(n)


def loaders(cfg):
    x, y = compounds(cfg.n_compounds, cfg.n_descriptors)
    n_train = int(0.8 * len(x))
    mu, sd = y[:n_train].mean(), y[:n_train].std()
    y = (y - mu) / sd
    train = DataLoader(TensorDataset(x[:n_train], y[:n_train]), batch_size=cfg.batch_size, shuffle=True)
    test = DataLoader(TensorDataset(x[n_train:], y[n_train:]), batch_size=400)
    return train, test, sd.item()
