from dataclasses import dataclass, field
from typing import List

import torch
from torch import nn


@dataclass
class TCNConfig:
    channels: List[int] = field(default_factory=lambda: [24, 24, 24, 24])
    kernel_size: int = 1
    window: int = 48
    horizon: int = 4
    epochs: int = 10
    batch: int = 64
    lr: float = 2e-3
    seed: int = 17


class CausalConv(nn.Module):
    def __init__(self, c_in, c_out, k, dilation):
        super().__init__()
        self.trim = (k - 1) * dilation
        self.conv = nn.Conv1d(c_in, c_out, k, padding=self.trim, dilation=dilation)

    def forward(self, x):
        y = self.conv(x)
        return y[..., : y.size(-1) - self.trim]


class TemporalBlock(nn.Module):
    def __init__(self, c_in, c_out, k, dilation):
        super().__init__()
        self.path = nn.Sequential(CausalConv(c_in, c_out, k, dilation), nn.ReLU(),
                                  CausalConv(c_out, c_out, k, dilation), nn.ReLU())
        self.skip = nn.Conv1d(c_in, c_out, 1) if c_in != c_out else nn.Identity()

    def forward(self, x):
        return torch.relu(self.path(x) + self.skip(x))


class TCN(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        dims = [1] + cfg.channels
        self.blocks = nn.Sequential(*[
            TemporalBlock(a, b, cfg.kernel_size, 2 ** i) for i, (a, b) in enumerate(zip(dims[:-1], dims[1:]))
        ])
        self.head = nn.Linear(cfg.channels[-1], cfg.horizon)

    def forward(self, x):
        return self.head(self.blocks(x.unsqueeze(1))[..., -1])


def series(n, cfg):
    t = torch.arange(cfg.window + cfg.horizon).float()
    period = 8 + 16 * torch.rand(n, 1)
    phase = 6.28 * torch.rand(n, 1)
    slow = 6.28 * torch.rand(n, 1)
    s = torch.sin(6.28 * t / period + phase) + 0.5 * torch.sin(6.28 * t / 40 + slow)
    s = s + 0.05 * torch.randn_like(s)
    return s[:, : cfg.window], s[:, cfg.window:]


def main():
    cfg = TCNConfig()
    torch.manual_seed(cfg.seed)
    x, y = series(3000, cfg)
    xv, yv = series(500, cfg)
    net = TCN(cfg)
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        perm = torch.randperm(len(x))
        running = 0.0
        for idx in perm.split(cfg.batch):
            loss = nn.functional.mse_loss(net(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item() * len(idx)
        with torch.no_grad():
            val = nn.functional.mse_loss(net(xv), yv).item()
        print(f"epoch {epoch + 1:2d} train mse {running / len(x):.4f} val mse {val:.4f} skill {1 - val / yv.var().item():.3f}")


if __name__ == "__main__":
    main()
