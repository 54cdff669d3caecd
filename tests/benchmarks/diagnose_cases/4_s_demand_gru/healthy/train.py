"""Forecast the demand of a set of shops one day ahead with a GRU."""
import argparse
import math

import torch
from torch import nn


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--shops", type=int, default=60)
    p.add_argument("--days", type=int, default=200)
    p.add_argument("--window", type=int, default=28)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--clip", type=float, default=1.0)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def make_series(shops, days):
    t = torch.arange(days).float()
    phase = torch.randint(0, 7, (shops, 1)).float()
    amp = 0.5 + torch.rand(shops, 1)
    weekly = amp * torch.sin(2 * math.pi * (t + phase) / 7)
    slow = 0.5 * torch.sin(2 * math.pi * t / 90 + torch.rand(shops, 1) * 6)
    weekend = ((t + phase) % 7 >= 5).float() * 0.8
    return weekly + slow + weekend + 0.1 * torch.randn(shops, days)


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        h, _ = self.rnn(x.unsqueeze(-1))
        return self.out(h[:, -1]).squeeze(-1)


def windows(series, w):
    chunks = series.unfold(1, w + 1, 2)
    chunks = chunks.reshape(-1, w + 1)
    return chunks[:, :-1], chunks[:, -1]


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    series = make_series(args.shops, args.days)
    mean, std = series[:, :160].mean(), series[:, :160].std()
    series = (series - mean) / std
    xtr, ytr = windows(series[:, :160], args.window)
    xte, yte = windows(series[:, 160 - args.window:], args.window)

    net = Forecaster(args.hidden)
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(args.epochs):
        net.train()
        order = torch.randperm(len(xtr))
        total = 0.0
        for i in range(0, len(order), args.batch):
            idx = order[i:i + args.batch]
            loss = loss_fn(net(xtr[idx]), ytr[idx])
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), args.clip)
            opt.step()
            total += loss.item() * len(idx)
        net.eval()
        with torch.no_grad():
            pred = net(xte)
            test = loss_fn(pred, yte).item()
        print(f"epoch {epoch} train mse {total / len(order):.4f} test mse {test:.4f}")
    r2 = 1 - test / yte.var().item()
    print(f"final R2 on the last weeks: {r2:.3f}")


if __name__ == "__main__":
    main()
