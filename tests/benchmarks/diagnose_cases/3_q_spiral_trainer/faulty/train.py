"""Three-arm spiral classification with a small trainer class."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class TrainConfig:
    hidden: int = 64
    lr: float = 5e-3
    batch_size: int = 64
    max_epochs: int = 2
    seed: int = 4


def spirals(n_per_arm, rng):
    xs, ys = [], []
    for arm in range(3):
        r = np.linspace(0.1, 1, n_per_arm)
        a = 4.5 * r + arm * 2 * np.pi / 3 + rng.normal(scale=0.12, size=n_per_arm)
        xs.append(np.stack([r * np.cos(a), r * np.sin(a)], 1))
        ys.append(np.full(n_per_arm, arm))
    return torch.tensor(np.concatenate(xs), dtype=torch.float32), torch.tensor(np.concatenate(ys))


class Trainer:
    def __init__(self, cfg, model):
        self.cfg = cfg
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
        self.loss_fn = nn.CrossEntropyLoss()

    def fit(self, loader, val):
        for epoch in range(1, self.cfg.max_epochs + 1):
            self.model.train()
            total = 0.0
            for xb, yb in loader:
                self.opt.zero_grad()
                loss = self.loss_fn(self.model(xb), yb)
                loss.backward()
                self.opt.step()
                total += loss.item() * len(xb)
            print(f"epoch {epoch:3d} loss {total / len(loader.dataset):.4f} val acc {self.score(*val):.3f}")

    @torch.no_grad()
    def score(self, x, y):
        self.model.eval()
        return (self.model(x).argmax(1) == y).float().mean().item()


def main():
    cfg = TrainConfig()
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    train = spirals(400, rng)
    val = spirals(150, rng)
    model = nn.Sequential(
        nn.Linear(2, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, 3),
    )
    trainer = Trainer(cfg, model)
    trainer.fit(DataLoader(TensorDataset(*train), batch_size=cfg.batch_size, shuffle=True), val)
    print(f"final accuracy {trainer.score(*val):.3f}")


if __name__ == "__main__":
    main()
