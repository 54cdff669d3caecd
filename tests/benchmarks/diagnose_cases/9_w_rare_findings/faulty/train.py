"""Multi-label detection of rare findings from tabular scans."""
import math
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader, random_split

PRIOR = 0.02


def simulate(n=6000, d=30, labels=6, seed=3):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, d)).astype(np.float32)
    w = rng.standard_normal((d, labels)) / np.sqrt(d)
    v = rng.standard_normal((d, labels)) / np.sqrt(d)
    s = x @ w * 1.5 + np.abs(x @ v) * 1.5
    thr = np.quantile(s, 0.93, axis=0)
    return torch.from_numpy(x), torch.from_numpy((s > thr).astype(np.float32))


class FindingsNet(nn.Module):
    def __init__(self, d, labels, width=96):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.classifier = nn.Linear(width, labels)
        self._init_weights()

    def _init_weights(self):
        prior_bias = -math.log((1 - PRIOR) / PRIOR)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
                nn.init.constant_(m.bias, prior_bias)

    def forward(self, x):
        return self.classifier(self.trunk(x))


def average_precision(score, y):
    order = score.argsort(descending=True)
    hits = y[order].cumsum(0)
    prec = hits / torch.arange(1, len(y) + 1)
    return ((prec * y[order]).sum() / y.sum().clamp(min=1)).item()


def mean_ap(model, ds):
    model.eval()
    x, y = zip(*ds)
    x, y = torch.stack(x), torch.stack(y)
    with torch.no_grad():
        s = model(x)
    return float(np.mean([average_precision(s[:, j], y[:, j]) for j in range(y.shape[1])]))


def main():
    torch.manual_seed(3)
    x, y = simulate()
    train, val = random_split(TensorDataset(x, y), [5000, 1000])
    model = FindingsNet(x.shape[1], y.shape[1])
    optim = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    bce = nn.BCEWithLogitsLoss()
    for epoch in range(12):
        model.train()
        run = 0.0
        for xb, yb in DataLoader(train, batch_size=100, shuffle=True):
            optim.zero_grad()
            loss = bce(model(xb), yb)
            loss.backward()
            optim.step()
            run += loss.item() / 50
        if epoch % 2 == 1:
            print(f"epoch {epoch + 1:2d} | bce {run:.4f} | val mAP {mean_ap(model, val):.3f}")


main()
