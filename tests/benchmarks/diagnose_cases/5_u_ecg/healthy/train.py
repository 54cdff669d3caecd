"""Beat classification on synthetic one-channel signals."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    n_train: int = 1500
    n_test: int = 500
    length: int = 96
    channels: int = 24
    kernel_size: int = 7
    epochs: int = 6
    batch_size: int = 50
    lr: float = 3e-3
    seed: int = 2


def beats(n, length, rng):
    """four wave forms with the same amplitude distribution: up-down, down-up, ramp up, ramp down"""
    shapes = [
        np.sin(np.linspace(0, 2 * np.pi, 16)),
        -np.sin(np.linspace(0, 2 * np.pi, 16)),
        np.sin(np.linspace(-np.pi / 2, np.pi / 2, 16)),
        np.sin(np.linspace(np.pi / 2, -np.pi / 2, 16)),
    ]
    y = rng.integers(0, 4, n)
    x = 0.15 * rng.standard_normal((n, length))
    for i in range(n):
        for start in rng.choice(np.arange(0, length - 16, 20), 3, replace=False):
            x[i, start:start + 16] += shapes[y[i]]
    return torch.tensor(x[:, None], dtype=torch.float32), torch.tensor(y)


class BeatNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        k, c = cfg.kernel_size, cfg.channels
        self.encoder = nn.Sequential(
            nn.Conv1d(1, c, k, padding=k // 2), nn.BatchNorm1d(c), nn.ReLU(),
            nn.Conv1d(c, c, k, padding=k // 2), nn.BatchNorm1d(c), nn.ReLU(),
        )
        self.fc = nn.Linear(c, 4)

    def forward(self, x):
        return self.fc(self.encoder(x).mean(dim=2))


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    train = TensorDataset(*beats(cfg.n_train, cfg.length, rng))
    xt, yt = beats(cfg.n_test, cfg.length, rng)
    loader = DataLoader(train, cfg.batch_size, shuffle=True)
    net = BeatNet(cfg)
    opt = torch.optim.AdamW(net.parameters(), lr=cfg.lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, cfg.lr, epochs=cfg.epochs, steps_per_epoch=len(loader))
    ce = nn.CrossEntropyLoss()
    for epoch in range(cfg.epochs):
        net.train()
        for x, y in loader:
            opt.zero_grad()
            loss = ce(net(x), y)
            loss.backward()
            opt.step()
            sched.step()
        net.eval()
        with torch.no_grad():
            acc = (net(xt).argmax(1) == yt).float().mean().item()
        print(f"epoch {epoch + 1}/{cfg.epochs} last loss {loss.item():.3f} acc {acc:.3f}")


if __name__ == "__main__":
    main()
