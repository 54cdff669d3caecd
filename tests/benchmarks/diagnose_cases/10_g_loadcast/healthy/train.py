"""Day-ahead load forecast from the last 48 hourly readings (dense network)."""
import argparse
import logging
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

logging.basicConfig(format="%(levelname)s %(message)s", level=logging.INFO)


class LoadWindows(Dataset):
    def __init__(self, series, lookback=48, horizon=12):
        self.s, self.lb, self.h = series, lookback, horizon

    def __len__(self):
        return len(self.s) - self.lb - self.h

    def __getitem__(self, i):
        return self.s[i:i + self.lb], self.s[i + self.lb:i + self.lb + self.h]


def meter_series(hours, rng):
    t = np.arange(hours)
    day = np.sin(2 * np.pi * t / 24) + 0.6 * np.sin(4 * np.pi * t / 24 + 0.7)
    week = 1.0 + 0.35 * (((t // 24) % 7) < 5)
    drift = np.zeros(hours)
    for k in range(1, hours):
        drift[k] = 0.98 * drift[k - 1] + rng.normal(0, 0.05)
    return torch.tensor(day * week + drift + rng.normal(0, 0.1, hours), dtype=torch.float32)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--batch_size", type=int, default=64)
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--lr", type=float, default=1e-3)
    args = ap.parse_args()

    torch.manual_seed(10)
    series = meter_series(6000, np.random.default_rng(10))
    cut = 4800
    mean, std = series[:cut].mean(), series[:cut].std()
    series = (series - mean) / std
    train = DataLoader(LoadWindows(series[:cut]), batch_size=args.batch_size, shuffle=True)
    val = DataLoader(LoadWindows(series[cut:]), batch_size=512)

    model = nn.Sequential(nn.Linear(48, 96), nn.ReLU(), nn.Linear(96, 96), nn.ReLU(), nn.Linear(96, 12))
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    mse = nn.MSELoss()
    for epoch in range(args.epochs):
        model.train()
        tr = [0.0, 0]
        for past, future in train:
            loss = mse(model(past), future)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tr[0] += loss.item() * len(past)
            tr[1] += len(past)
        model.eval()
        with torch.no_grad():
            err = sum(mse(model(p), f).item() * len(p) for p, f in val) / len(val.dataset)
        logging.info("epoch %d train %.4f", epoch + 1, tr[0] / tr[1])
        print(f"epoch {epoch + 1} val mse {err:.4f}")


if __name__ == "__main__":
    main()
