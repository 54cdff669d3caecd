"""Half-day-ahead load forecasting with a small GRU."""
import json
import pathlib

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_series(n, rng):
    t = np.arange(n)
    day = np.sin(2 * np.pi * t / 24) + 0.4 * np.sin(4 * np.pi * t / 24 + 1.0)
    week = 0.5 * np.sin(2 * np.pi * t / 168)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.8 * noise[i - 1] + 0.05 * rng.standard_normal()
    return ((1.0 + week) * day + noise).astype(np.float32)


def windows(series, width, horizon):
    x = np.lib.stride_tricks.sliding_window_view(series, width)[:-horizon]
    y = series[width + horizon - 1:]
    return torch.tensor(x.copy()).unsqueeze(-1), torch.tensor(y.copy()).unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.rnn(x)
        return self.head(out[:, -1])


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = Forecaster(cfg["hidden"])
        self.criterion = nn.MSELoss()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=cfg["lr"])
        self.scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(
            self.optimizer, mode="max", **cfg["plateau"]
        )

    def train_epoch(self, loader):
        self.model.train()
        total = 0.0
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(x)
        return total / len(loader.dataset)

    @torch.no_grad()
    def evaluate(self, x, y):
        self.model.eval()
        return self.criterion(self.model(x), y).item()

    def fit(self, loader, val):
        for epoch in range(1, self.cfg["epochs"] + 1):
            train_loss = self.train_epoch(loader)
            val_loss = self.evaluate(*val)
            self.scheduler.step(val_loss)
            print(f"[{epoch:02d}] train {train_loss:.4f} val {val_loss:.4f}")


def main():
    cfg = json.loads((pathlib.Path(__file__).parent / "config.json").read_text())
    torch.manual_seed(cfg["seed"])
    rng = np.random.default_rng(cfg["seed"])
    series = make_series(1900, rng)
    span = cfg["window"], cfg["horizon"]
    cut, cut2 = 1100, 1500
    train = TensorDataset(*windows(series[:cut], *span))
    val = windows(series[cut:cut2], *span)
    test = windows(series[cut2:], *span)
    trainer = Trainer(cfg)
    trainer.fit(DataLoader(train, batch_size=cfg["batch_size"], shuffle=True), val)
    print(f"test mse {trainer.evaluate(*test):.4f} (variance {test[1].var().item():.3f})")


if __name__ == "__main__":
    main()
