import argparse

import numpy as np
import torch
import torch.nn as nn


class TrafficGRU(nn.Module):
    """GRU over (time, batch, features); works time-major throughout and predicts the next 3 intervals."""

    def __init__(self, n_in, hidden, horizon):
        super().__init__()
        self.gru = nn.GRU(n_in, hidden)
        self.out = nn.Linear(hidden, horizon)

    def forward(self, x):
        x = x.transpose(0, 1)
        seq, _ = self.gru(x)
        return self.out(seq[-1])


def road_counts(n_roads, rng, days=8):
    t = np.arange(days * 24)
    rows = []
    for _ in range(n_roads):
        peak = rng.uniform(7, 9)
        day = np.exp(-((t % 24 - peak) / 2) ** 2) + 0.8 * np.exp(-((t % 24 - peak - 9) / 2.5) ** 2)
        rows.append(day * rng.uniform(0.6, 1.4) + rng.normal(0, 0.05, len(t)))
    return np.stack(rows).astype(np.float32)


def cut(series, lag, horizon):
    win = np.lib.stride_tricks.sliding_window_view(series, lag + horizon, axis=1).reshape(-1, lag + horizon)
    win = torch.tensor(win.copy())
    return win[:, :lag].unsqueeze(-1), win[:, lag:]


def main(args):
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    series = road_counts(40, rng)
    xtr, ytr = cut(series[:32], args.lag, args.horizon)
    xva, yva = cut(series[32:], args.lag, args.horizon)
    net = TrafficGRU(1, 24, args.horizon)
    opt = torch.optim.Adam(net.parameters(), lr=4e-3)
    for epoch in range(args.epochs):
        net.train()
        for idx in torch.randperm(len(xtr)).split(128):
            loss = (net(xtr[idx]) - ytr[idx]).square().mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            mse = (net(xva) - yva).square().mean().item()
        print(f"epoch {epoch} val R2 {1 - mse / yva.var().item():.3f}")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--seed", type=int, default=23)
    ap.add_argument("--lag", type=int, default=16)
    ap.add_argument("--horizon", type=int, default=3)
    ap.add_argument("--epochs", type=int, default=8)
    main(ap.parse_args())
