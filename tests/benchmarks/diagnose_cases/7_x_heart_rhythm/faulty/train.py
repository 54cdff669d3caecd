import json
import os

import numpy as np
import torch
from torch.nn import CrossEntropyLoss
from torch.utils.data import DataLoader, TensorDataset

from layers import RhythmNet


def beats(n, rng, length=160):
    """Strips with regular, irregular or fast rhythm."""
    y = rng.integers(0, 3, n)
    t = np.arange(length)
    x = rng.normal(0, 0.12, (n, length))
    for k in range(n):
        gap = {0: 32, 1: 32, 2: 18}[y[k]] * rng.uniform(0.9, 1.1)
        pos = rng.uniform(0, 15)
        while pos < length:
            x[k] += np.exp(-0.5 * ((t - pos) / 1.6) ** 2) - 0.3 * np.exp(-0.5 * ((t - pos - 5) / 2.5) ** 2)
            pos += gap * (rng.uniform(0.45, 1.5) if y[k] == 1 else 1.0)
        if y[k] != 1:
            x[k] += 0.2 * np.exp(-0.5 * (((t % gap) - gap / 2) / 3) ** 2)
    return torch.tensor(x, dtype=torch.float32).unsqueeze(1), torch.tensor(y)


class Experiment:
    def __init__(self, cfg):
        torch.manual_seed(cfg["seed"])
        rng = np.random.default_rng(cfg["seed"])
        self.cfg = cfg
        self.train_dl = DataLoader(TensorDataset(*beats(1300, rng)), cfg["optim"]["batch"], shuffle=True)
        self.test_dl = DataLoader(TensorDataset(*beats(400, rng)), 200)
        self.model = RhythmNet(**cfg["model"])
        self.optim = torch.optim.Adam(self.model.parameters(), lr=cfg["optim"]["lr"])
        self.loss = CrossEntropyLoss()

    def fit(self):
        for epoch in range(self.cfg["optim"]["epochs"]):
            self.model.train()
            losses = []
            for x, y in self.train_dl:
                self.optim.zero_grad()
                loss = self.loss(self.model(x), y)
                loss.backward()
                self.optim.step()
                losses.append(loss.item())
            print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f} test accuracy {self.test():.3f}")

    @torch.no_grad()
    def test(self):
        self.model.eval()
        hits = [(self.model(x).argmax(1) == y).float() for x, y in self.test_dl]
        return torch.cat(hits).mean().item()


if __name__ == "__main__":
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "config.json")
    with open(path) as f:
        Experiment(json.load(f)).fit()
