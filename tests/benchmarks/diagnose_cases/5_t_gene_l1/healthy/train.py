import numpy as np
import torch
from dataclasses import dataclass
from torch import nn


@dataclass
class TrainConfig:
    n_genes: int = 200
    n_informative: int = 20
    hidden: int = 64
    lr: float = 1e-3
    epochs: int = 30
    batch_size: int = 64
    l1_lambda: float = 1e-4
    seed: int = 21


class ExpressionData:
    """Synthetic gene expression, five tissue types."""

    def __init__(self, cfg: TrainConfig):
        rng = np.random.default_rng(cfg.seed)
        n = 2000
        y = rng.integers(0, 5, n)
        X = rng.normal(size=(n, cfg.n_genes))
        profile = rng.normal(scale=0.9, size=(5, cfg.n_informative))
        X[:, :cfg.n_informative] += profile[y]
        X, y = torch.tensor(X, dtype=torch.float32), torch.tensor(y)
        self.train = (X[:1500], y[:1500])
        self.test = (X[1500:], y[1500:])


class Trainer:
    def __init__(self, cfg: TrainConfig):
        torch.manual_seed(cfg.seed)
        self.cfg = cfg
        self.data = ExpressionData(cfg)
        self.model = nn.Sequential(
            nn.Linear(cfg.n_genes, cfg.hidden), nn.ReLU(),
            nn.Linear(cfg.hidden, 5),
        )
        self.opt = torch.optim.Adam(self.model.parameters(), lr=cfg.lr)
        self.ce = nn.CrossEntropyLoss()

    def penalty(self):
        return sum(p.abs().sum() for n, p in self.model.named_parameters() if n.endswith("weight"))

    def batches(self):
        X, y = self.data.train
        for idx in torch.randperm(len(X)).split(self.cfg.batch_size):
            yield X[idx], y[idx]

    def run_epoch(self):
        self.model.train()
        total, steps = 0.0, 0
        for X, y in self.batches():
            self.opt.zero_grad()
            loss = self.ce(self.model(X), y) + self.cfg.l1_lambda * self.penalty()
            loss.backward()
            self.opt.step()
            total += loss.item()
            steps += 1
        return total / steps

    @torch.no_grad()
    def test(self):
        self.model.eval()
        X, y = self.data.test
        out = self.model(X)
        return self.ce(out, y).item(), (out.argmax(1) == y).float().mean().item()

    def fit(self):
        for e in range(self.cfg.epochs):
            tr = self.run_epoch()
            te, acc = self.test()
            print(f"epoch {e:2d} train {tr:.4f} test ce {te:.4f} test acc {acc:.3f}")


if __name__ == "__main__":
    Trainer(TrainConfig()).fit()
