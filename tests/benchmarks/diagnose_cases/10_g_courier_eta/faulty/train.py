"""ETA regression for courier trips. Ensemble-free baseline, one network."""
import numpy as np
import torch
import torch.nn as nn
from dataclasses import dataclass, field


@dataclass
class OptimCfg:
    lr: float = 2e-3
    weight_decay: float = 0.3


@dataclass
class RunCfg:
    seed: int = 9
    epochs: int = 20
    batch: int = 100
    optim: OptimCfg = field(default_factory=OptimCfg)


class Trips:
    COLS = ["km", "hour_sin", "hour_cos", "rain", "stops", "bike"]

    def __init__(self, n, rng):
        km = rng.gamma(2.2, 1.8, n)
        hour = rng.uniform(0, 24, n)
        rain = rng.random(n) < 0.25
        stops = rng.poisson(2, n)
        bike = rng.random(n) < 0.5
        jam = np.exp(-((hour - 8.5) / 1.8) ** 2) + np.exp(-((hour - 18) / 2.0) ** 2)
        speed = np.where(bike, 15 - 4 * rain, 26 / (1 + 1.4 * jam))
        self.minutes = 60 * km / speed + 3.5 * stops + rng.normal(0, 1.2, n)
        a = hour * np.pi / 12
        self.raw = np.stack([km, np.sin(a), np.cos(a), rain, stops, bike], 1)

    def tensors(self, stats):
        xm, xs, ym, ys = stats
        return (torch.tensor((self.raw - xm) / xs, dtype=torch.float32),
                torch.tensor((self.minutes - ym) / ys, dtype=torch.float32))

    def stats(self):
        return self.raw.mean(0), self.raw.std(0), self.minutes.mean(), self.minutes.std()


def train(cfg):
    rng = np.random.default_rng(cfg.seed)
    torch.manual_seed(cfg.seed)
    tr, te = Trips(6000, rng), Trips(1500, rng)
    stats = tr.stats()
    (xtr, ytr), (xte, yte) = tr.tensors(stats), te.tensors(stats)
    model = nn.Sequential(nn.Linear(6, 80), nn.SiLU(), nn.Linear(80, 40), nn.SiLU(), nn.Linear(40, 1))
    opt = torch.optim.Adam(model.parameters(), lr=cfg.optim.lr, weight_decay=cfg.optim.weight_decay)
    huber = nn.HuberLoss()
    for epoch in range(cfg.epochs):
        model.train()
        for b in torch.randperm(len(xtr)).split(cfg.batch):
            opt.zero_grad()
            loss = huber(model(xtr[b]).squeeze(1), ytr[b])
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            mae = (model(xte).squeeze(1) - yte).abs().mean().item() * stats[3]
        if (epoch + 1) % 4 == 0:
            print(f"epoch {epoch + 1:2d}: last loss {loss.item():.4f}, test MAE {mae:.2f} min")


if __name__ == "__main__":
    train(RunCfg())
