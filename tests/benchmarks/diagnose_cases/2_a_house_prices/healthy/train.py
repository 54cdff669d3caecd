import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


def set_seed(s):
    random.seed(s)
    np.random.seed(s)
    torch.manual_seed(s)


class Houses(Dataset):
    def __init__(self, n, stats=None):
        area = np.random.gamma(6, 20, n)
        rooms = np.clip((area / 28 + np.random.randn(n)).round(), 1, 9)
        age = np.random.uniform(0, 90, n)
        dist = np.random.exponential(6, n)
        price = (2.1 * area + 12 * rooms - 0.6 * age + 0.004 * age ** 2) * np.exp(-dist / 25) + 40 + 12 * np.random.randn(n)
        feats = np.stack([area, rooms, age, dist], 1)
        if stats is None:
            stats = feats.mean(0), feats.std(0), price.mean(), price.std()
        self.stats = stats
        self.x = ((feats - stats[0]) / stats[1]).astype(np.float32)
        self.y = ((price - stats[2]) / stats[3]).astype(np.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return torch.from_numpy(self.x[i]), torch.tensor(self.y[i])


def log_cosh(pred, target):
    diff = pred - target
    return torch.mean(diff + nn.functional.softplus(-2.0 * diff) - np.log(2.0))


def main():
    set_seed(2024)
    train_ds = Houses(2500)
    val_ds = Houses(500, train_ds.stats)
    train_dl = DataLoader(train_ds, batch_size=32, shuffle=True)
    val_dl = DataLoader(val_ds, batch_size=125)

    model = nn.Sequential(nn.Linear(4, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=3)
    for epoch in range(12):
        model.train()
        for x, y in train_dl:
            pred = model(x).squeeze(1)
            loss = log_cosh(pred, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            err = torch.cat([(model(x).squeeze(1) - y).abs() for x, y in val_dl])
        sched.step(err.mean())
        print(f"epoch {epoch:2d}  train loss {loss.item():.4f}  val MAE {err.mean().item() * train_ds.stats[3]:.1f} k"
              f"  (guessing the mean: {np.abs(val_ds.y).mean() * train_ds.stats[3]:.1f} k)")


if __name__ == "__main__":
    main()
