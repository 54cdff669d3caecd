"""Remaining useful life of turbofan engines from 30-cycle sensor windows."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    engines: int = 60
    sensors: int = 8
    window: int = 30
    rul_cap: float = 100.0
    hidden: int = 64
    lr: float = 1e-3
    weight_decay: float = 1e-5
    epochs: int = 25
    batch: int = 128
    seed: int = 42


def simulate(cfg, gen):
    mixing = torch.randn(2, cfg.sensors, generator=gen)
    xs, ys, owner = [], [], []
    for e in range(cfg.engines):
        life = int(torch.randint(130, 260, (1,), generator=gen))
        t = torch.arange(life).float()
        wear = ((t / life) ** 3)[:, None]
        load = torch.sin(t / 9 + torch.rand(1, generator=gen) * 6)[:, None]
        sensors = torch.cat([2.5 * wear, 0.3 * load], 1) @ mixing
        sensors = sensors + 0.15 * torch.randn(life, cfg.sensors, generator=gen)
        rul = (life - 1 - t).clamp(max=cfg.rul_cap)
        for s in range(0, life - cfg.window, 3):
            xs.append(sensors[s:s + cfg.window])
            ys.append(rul[s + cfg.window - 1])
            owner.append(e)
    return torch.stack(xs), torch.stack(ys), torch.tensor(owner)


class RulModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.net = nn.Sequential(
            nn.Flatten(),
            nn.Linear(cfg.sensors * cfg.window, cfg.hidden), nn.ReLU(),
            nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(),
            nn.Linear(cfg.hidden, 32), nn.ReLU(),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.net(x)[:, 0]


def main(cfg=Config()):
    gen = torch.Generator().manual_seed(cfg.seed)
    torch.manual_seed(cfg.seed)
    x, y, owner = simulate(cfg, gen)
    train = owner < int(cfg.engines * 0.75)
    mean, std = x[train].mean((0, 1)), x[train].std((0, 1))
    x = (x - mean) / std
    y_scaled = y / cfg.rul_cap

    model = RulModel(cfg)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
    xt, yt = x[train], y_scaled[train]
    for epoch in range(cfg.epochs):
        model.train()
        for idx in torch.randperm(len(xt)).split(cfg.batch):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(xt[idx]), yt[idx])
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            err = model(x[~train]) * cfg.rul_cap - y[~train]
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1:3d}  test RMSE {err.pow(2).mean().sqrt():.2f} cycles")
    spread = (y[~train] - y[~train].mean()).pow(2).mean().sqrt()
    print(f"(RMSE of always answering the mean: {spread:.2f} cycles)")


if __name__ == "__main__":
    main()
