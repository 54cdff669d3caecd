"""Quantile forecasts of parcel delivery time (hours)."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from losses import pinball


def parcels(n, rng):
    dist = rng.uniform(5, 600, n)
    weight = rng.exponential(4, n)
    hour = rng.integers(0, 24, n)
    express = rng.integers(0, 2, n)
    hours = 4 + dist / 22 * np.where(express, 0.55, 1.0) + 0.3 * weight + 3 * (hour > 16)
    hours = hours + rng.gamma(2.0, 0.8, n)
    x = np.column_stack([dist, weight, np.sin(hour / 24 * 2 * np.pi), np.cos(hour / 24 * 2 * np.pi), hour > 16, express])
    return x, hours


class QuantileNet(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU())
        self.median = nn.Linear(48, 1)
        self.upper = nn.Linear(48, 1)

    def forward(self, x):
        h = self.body(x)
        return self.median(h), self.upper(h)


def main():
    rng = np.random.default_rng(61)
    torch.manual_seed(61)
    x, y = parcels(5000, rng)
    n = 4000
    x = (x - x[:n].mean(0)) / x[:n].std(0)
    x = torch.tensor(x, dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.float32).unsqueeze(1)
    scale = y[:n].std()
    loader = DataLoader(TensorDataset(x[:n], y[:n] / scale), batch_size=64, shuffle=True)
    model = QuantileNet(x.shape[1])
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(12):
        model.train()
        run = 0.0
        for xb, yb in loader:
            med, up = model(xb)
            loss = pinball(med, yb, 0.5) + pinball(up, yb, 0.9)
            opt.zero_grad()
            loss.backward()
            opt.step()
            run += loss.item()
        model.eval()
        with torch.no_grad():
            med, up = (o.flatten() * scale for o in model(x[n:]))
        truth = y[n:].flatten()
        print(f"epoch {epoch + 1:2d} loss {run / len(loader):.4f}  median abs error {(med - truth).abs().mean():.2f} h  "
              f"coverage of 90% line {(truth <= up).float().mean():.3f}  mean margin {(up - truth).abs().mean():.2f} h")


if __name__ == "__main__":
    main()
