"""Battery state of health from the charging curve (1D residual MLP)."""
from dataclasses import dataclass, field

import torch
import torch.nn as nn


@dataclass
class Options:
    points: int = 40
    width: int = 64
    blocks: int = 3
    dropout: float = 0.9
    epochs: int = 25
    batch_size: int = 64
    max_lr: float = 4e-3
    seed: int = 17
    splits: list = field(default_factory=lambda: [2400, 600])


def curves(n, points):
    t = torch.linspace(0, 1, points)
    soh = torch.rand(n, 1) * 0.4 + 0.6
    temp = torch.rand(n, 1)
    resist = 0.3 * (1 - soh) + 0.1 * temp
    volt = 3.2 + 0.9 * (1 - torch.exp(-t * (4 + 3 * temp) / soh)) + resist * (1 + torch.sin(5 * t * soh))
    volt = volt + 0.01 * torch.randn(n, points)
    return volt, soh.squeeze(1)


class Block(nn.Module):
    def __init__(self, width, p):
        super().__init__()
        self.net = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(),
                                 nn.Dropout(p), nn.Linear(width, width))
        self.drop = nn.Dropout(p)

    def forward(self, x):
        return self.drop(x + self.net(x))


class SOHNet(nn.Module):
    def __init__(self, o: Options):
        super().__init__()
        self.inp = nn.Linear(o.points, o.width)
        self.blocks = nn.Sequential(*[Block(o.width, o.dropout) for _ in range(o.blocks)])
        self.out = nn.Linear(o.width, 1)

    def forward(self, x):
        return self.out(self.blocks(self.inp(x))).squeeze(-1)


def fit(o: Options):
    torch.manual_seed(o.seed)
    x, y = curves(sum(o.splits), o.points)
    (xt, xv), (yt, yv) = x.split(o.splits), y.split(o.splits)
    mu, sd = xt.mean(), xt.std()
    xt, xv = (xt - mu) / sd, (xv - mu) / sd
    ym, ys = yt.mean(), yt.std()
    model = SOHNet(o)
    steps = o.epochs * -(-len(xt) // o.batch_size)
    opt = torch.optim.AdamW(model.parameters(), lr=o.max_lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=o.max_lr, total_steps=steps)
    for epoch in range(o.epochs):
        model.train()
        tot = 0.0
        for idx in torch.randperm(len(xt)).split(o.batch_size):
            loss = nn.functional.mse_loss(model(xt[idx]), (yt[idx] - ym) / ys)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            tot += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            pred = model(xv) * ys + ym
        r2 = 1 - (pred - yv).pow(2).sum() / (yv - yv.mean()).pow(2).sum()
        print(f"epoch {epoch + 1:2d} loss {tot / len(xt):.4f} val mae {100 * (pred - yv).abs().mean():.2f}% r2 {r2:.3f}")


if __name__ == "__main__":
    fit(Options())
