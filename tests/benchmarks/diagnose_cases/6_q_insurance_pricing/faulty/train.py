"""Pure premium model for motor insurance."""
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn


@dataclass
class Config:
    seed: int = 21
    policies: int = 7000
    epochs: int = 40
    batch_size: int = 128
    lr: float = 1e-3
    columns: list = field(default_factory=lambda: ["age", "power", "vehicle_age", "km", "urban", "bonus"])


def portfolio(cfg):
    rng = np.random.default_rng(cfg.seed)
    n = cfg.policies
    age = rng.uniform(18, 85, n)
    power = rng.uniform(40, 220, n)
    vehicle_age = rng.uniform(0, 18, n)
    km = rng.gamma(4, 3500, n)
    urban = rng.integers(0, 2, n)
    bonus = rng.uniform(50, 150, n)
    young = np.exp(-(age - 18) / 8)
    old = np.clip(age - 62, 0, None) / 18
    premium = (
        250
        + 260 * young * (power / 100) ** 1.4
        + 180 * old ** 1.3
        + 120 * np.abs(np.sin(vehicle_age / 3.2)) * (1 - 2 * urban)
        + 140 * np.cos((bonus - 50) / 16)
        + 0.004 * km * np.where(urban == 1, 1.5, -0.5)
    )
    premium += rng.normal(0, 18, n)
    x = np.stack([age, power, vehicle_age, km, urban, bonus], 1)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(premium, dtype=torch.float32)


class Premium(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, 96),
            nn.Linear(96, 48),
            nn.Linear(48, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)


def r2(pred, target):
    return 1 - ((pred - target) ** 2).sum() / ((target - target.mean()) ** 2).sum()


def main(cfg):
    torch.manual_seed(cfg.seed)
    x, y = portfolio(cfg)
    idx = torch.randperm(len(x))
    train, valid = idx[: int(0.8 * len(x))], idx[int(0.8 * len(x)):]
    x = (x - x[train].mean(0)) / x[train].std(0)
    y_mean, y_std = y[train].mean(), y[train].std()
    y_scaled = (y - y_mean) / y_std

    model = Premium(len(cfg.columns))
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        model.train()
        for b in train[torch.randperm(len(train))].split(cfg.batch_size):
            loss = nn.functional.mse_loss(model(x[b]), y_scaled[b])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch % 4 == 3:
            model.eval()
            with torch.no_grad():
                euros = model(x[valid]) * y_std + y_mean
            mae = (euros - y[valid]).abs().mean()
            print(f"epoch {epoch + 1:2d} | train mse {loss.item():.4f} | valid MAE {mae:.1f} EUR | valid R2 {r2(euros, y[valid]):.3f}")


if __name__ == "__main__":
    main(Config())
