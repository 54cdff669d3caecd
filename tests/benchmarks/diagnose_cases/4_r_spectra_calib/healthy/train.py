"""Calibrate a near-infrared spectrometer: spectrum -> sugar concentration."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    n_bands: int = 96
    n_train: int = 4000
    n_test: int = 800
    batch_size: int = 32
    epochs: int = 12
    lr: float = 5e-4
    seed: int = 0


def simulate(n, cfg, rng):
    wl = np.linspace(0, 1, cfg.n_bands)
    conc = rng.uniform(0, 1, size=(n, 3))           # sugar, water, protein
    centers = [0.3, 0.45, 0.7]
    widths = [0.08, 0.12, 0.05]
    absorb = np.zeros((n, cfg.n_bands))
    for k in range(3):
        peak = np.exp(-((wl - centers[k]) / widths[k]) ** 2)
        absorb += conc[:, k:k + 1] * peak
    scatter = rng.uniform(0.7, 1.3, size=(n, 1))    # path length differs per sample
    slope = rng.normal(0, 0.3, size=(n, 1)) * wl
    spec = scatter * absorb + slope + rng.normal(0, 0.005, size=absorb.shape)
    return spec.astype(np.float32), conc[:, :1].astype(np.float32)


class Calibrator(nn.Module):
    def __init__(self, n_bands):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_bands, 128), nn.ReLU(),
            nn.Linear(128, 64), nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.body(x)


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    xtr, ytr = simulate(cfg.n_train, cfg, rng)
    xte, yte = simulate(cfg.n_test, cfg, rng)
    mu, sd = xtr.mean(0), xtr.std(0)
    xtr, xte = (xtr - mu) / sd, (xte - mu) / sd

    train_set = TensorDataset(torch.from_numpy(xtr), torch.from_numpy(ytr))
    loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
    xte, yte = torch.from_numpy(xte), torch.from_numpy(yte)

    model = Calibrator(cfg.n_bands)
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(cfg.epochs):
        model.train()
        running = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = loss_fn(model(xb), yb)
            loss.backward()
            opt.step()
            running += loss.item() * len(xb)
        model.eval()
        with torch.no_grad():
            pred = model(xte)
            rmse = (pred - yte).pow(2).mean().sqrt().item()
            r2 = 1 - ((pred - yte) ** 2).sum().item() / ((yte - yte.mean()) ** 2).sum().item()
        print(f"epoch {epoch + 1:2d}  train mse {running / cfg.n_train:.5f}  test rmse {rmse:.4f}  R2 {r2:.3f}")


if __name__ == "__main__":
    main()
