"""Predict hourly bike rentals from weather and calendar features."""
import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


@dataclass
class Config:
    epochs: int = 24
    batch: int = 64
    lr: float = 3e-3
    decay_every: int = 8
    gamma: float = 0.3
    seed: int = 11


class Rentals(Dataset):
    def __init__(self, n, gen):
        hour = torch.randint(0, 24, (n,), generator=gen)
        day = torch.randint(0, 7, (n,), generator=gen)
        temp = torch.rand(n, generator=gen) * 35 - 3
        rain = (torch.rand(n, generator=gen) < 0.2).float()
        rush = torch.exp(-((hour - 8) / 2.0) ** 2) + torch.exp(-((hour - 17.5) / 2.5) ** 2)
        leisure = torch.exp(-((hour - 14) / 4.0) ** 2)
        base = torch.where(day < 5, 3.0 * rush, 2.0 * leisure)
        y = base * (1.2 - ((temp - 22) / 25) ** 2) * (1 - 0.6 * rain)
        self.y = (y + 0.1 * torch.randn(n, generator=gen)).float()
        ang = hour.float() * 2 * math.pi / 24
        self.x = torch.stack([ang.sin(), ang.cos(), (2 * ang).sin(), (2 * ang).cos(),
                              (day >= 5).float(), (temp - 15) / 12, rain], 1)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def r2(model, ds):
    model.eval()
    with torch.no_grad():
        p = model(ds.x).squeeze(-1)
    return 1 - ((p - ds.y) ** 2).sum().item() / ((ds.y - ds.y.mean()) ** 2).sum().item()


def main(cfg: Config):
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    train, val = Rentals(5000, gen), Rentals(1200, gen)
    loader = DataLoader(train, batch_size=cfg.batch, shuffle=True)
    model = nn.Sequential(nn.Linear(7, 64), nn.GELU(), nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 1))
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    sched = torch.optim.lr_scheduler.StepLR(opt, step_size=cfg.decay_every, gamma=cfg.gamma)
    loss_fn = nn.SmoothL1Loss()
    for epoch in range(cfg.epochs):
        model.train()
        tot = 0.0
        for xb, yb in loader:
            loss = loss_fn(model(xb).squeeze(-1), yb)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            tot += loss.item()
        sched.step()
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1:3d} loss {tot / len(loader):.4f} val R2 {r2(model, val):.4f}")
    print(f"final val R2: {r2(model, val):.4f}")


if __name__ == "__main__":
    main(Config())
