"""Sea level forecasting with a temporal convolutional network."""
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class CausalBlock(nn.Module):
    def __init__(self, channels, dilation):
        super().__init__()
        self.pad = 2 * dilation
        self.conv1 = nn.Conv1d(channels, channels, 3, dilation=dilation)
        self.conv2 = nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        h = F.relu(self.conv1(F.pad(x, (self.pad, 0))))
        return x + self.conv2(h)


class TCN(nn.Module):
    def __init__(self, channels=16, levels=4):
        super().__init__()
        self.inp = nn.Conv1d(1, channels, 1)
        self.blocks = nn.ModuleList([CausalBlock(channels, 2 ** i) for i in range(levels)])
        self.out = nn.Linear(channels, 1)

    def forward(self, x):
        h = self.inp(x.unsqueeze(1))
        for block in self.blocks:
            h = block(h)
        return self.out(h[:, :, -1]).squeeze(-1)


def sea_level(n, rng):
    t = np.arange(n)
    tide = np.sin(2 * np.pi * t / 12.42) + 0.5 * np.sin(2 * np.pi * t / 24.0 + 0.4)
    spring = 1 + 0.4 * np.sin(2 * np.pi * t / 355)
    surge = np.zeros(n)
    for k in range(1, n):       # threshold autoregressive surge
        prev = surge[k - 1]
        surge[k] = (0.9 if prev < 0.6 else -0.4) * prev + 0.12 * rng.normal()
    level = tide * spring
    return (level * np.abs(level) + surge).astype(np.float32)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--window", type=int, default=36)
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--seed", type=int, default=3)
    a = ap.parse_args()
    rng = np.random.default_rng(a.seed)
    torch.manual_seed(a.seed)

    s = sea_level(3000, rng)
    s = (s - s[:2300].mean()) / s[:2300].std()
    horizon = 6
    idx = np.arange(len(s) - a.window - horizon)
    x = torch.tensor(np.stack([s[i:i + a.window] for i in idx]))
    y = torch.tensor(s[idx + a.window + horizon - 1])
    x_tr, y_tr, x_te, y_te = x[:2200], y[:2200], x[2300:], y[2300:]

    model = TCN()
    opt = torch.optim.Adam(model.parameters(), lr=a.lr)
    for epoch in range(a.epochs):
        model.train()
        tot = 0.0
        for b in torch.randperm(len(x_tr)).split(64):
            opt.zero_grad()
            loss = F.mse_loss(model(x_tr[b]), y_tr[b])
            loss.backward()
            opt.step()
            tot += loss.item() * len(b)
        model.eval()
        with torch.no_grad():
            mse = F.mse_loss(model(x_te), y_te).item()
        print(f"epoch {epoch + 1:2d} train {tot / len(x_tr):.4f} test mse {mse:.4f} r2 {1 - mse / y_te.var().item():.3f}")


if __name__ == "__main__":
    main()
