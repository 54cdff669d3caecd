"""Regression with uncertainty from Monte-Carlo dropout (Gal & Ghahramani)."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    n: int = 600
    hidden: int = 128
    p: float = 0.1
    epochs: int = 80
    passes: int = 30
    seed: int = 0


class BayesNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.p = cfg.p
        self.a = nn.Linear(1, cfg.hidden)
        self.b = nn.Linear(cfg.hidden, cfg.hidden)
        self.c = nn.Linear(cfg.hidden, 1)

    def forward(self, x):
        x = F.dropout(torch.relu(self.a(x)), self.p, training=True)
        x = F.dropout(torch.relu(self.b(x)), self.p, training=True)
        return self.c(x)


def target(x):
    return torch.sin(2 * x) + 0.3 * x


def predict(model, x, passes):
    with torch.no_grad():
        draws = torch.stack([model(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    x = torch.cat([torch.rand(cfg.n // 2, 1) * 2 - 3, torch.rand(cfg.n // 2, 1) * 2 + 1])
    y = target(x) + 0.1 * torch.randn_like(x)
    model = BayesNet(cfg)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-6)
    inside = torch.cat([torch.linspace(-2.9, -1.1, 50), torch.linspace(1.1, 2.9, 50)]).unsqueeze(1)
    outside = torch.linspace(4, 6, 50).unsqueeze(1)
    for epoch in range(cfg.epochs):
        for idx in torch.randperm(cfg.n).split(30):
            loss = F.mse_loss(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        if (epoch + 1) % 10 == 0:
            mean, std_in = predict(model, inside, cfg.passes)
            _, std_out = predict(model, outside, cfg.passes)
            print(f"epoch {epoch + 1} rmse inside {((mean - target(inside)) ** 2).mean().sqrt():.3f} "
                  f"uncertainty inside {std_in.mean():.3f} outside {std_out.mean():.3f}")


if __name__ == "__main__":
    main()
