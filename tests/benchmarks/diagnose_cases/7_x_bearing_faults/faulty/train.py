import os

import numpy as np
import torch
import yaml
from torch import nn

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "config.yaml")) as fh:
    cfg = yaml.safe_load(fh)

np.random.seed(cfg["data"]["seed"])
torch.manual_seed(cfg["data"]["seed"])


def spectra(n, channels):
    """Band energies of a bearing: healthy / inner race / outer race / ball defect."""
    y = np.random.randint(0, 4, n)
    base = np.linspace(1.5, 0.3, channels)
    x = base + np.random.normal(scale=0.5, size=(n, channels))
    centre = {1: 4, 2: 9, 3: 14}
    for k, c in centre.items():
        rows = y == k
        amp = np.random.uniform(1.0, 2.2, (rows.sum(), 1))
        x[rows] += amp * np.exp(-0.5 * ((np.arange(channels) - c) / 1.3) ** 2)
    return x, y


X, Y = spectra(cfg["data"]["n"], cfg["data"]["channels"])
n_tr = int(0.8 * len(X))
mu, sd = X[:n_tr].mean(0), X[:n_tr].std(0)
X = torch.tensor((X - mu) / sd, dtype=torch.float32)
Y = torch.tensor(Y)

model = nn.Sequential(
    nn.Linear(cfg["data"]["channels"], 48), nn.ReLU(),
    nn.Linear(48, 48), nn.ReLU(),
    nn.Linear(48, 4),
)
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["train"]["lr"])
ce = nn.CrossEntropyLoss()


def penalty():
    return sum(p.abs().sum() for name, p in model.named_parameters() if name.endswith("weight"))


bs = cfg["train"]["batch"]
for epoch in range(cfg["train"]["epochs"]):
    model.train()
    order = torch.randperm(n_tr)
    ce_sum = 0.0
    for s in range(0, n_tr, bs):
        b = order[s:s + bs]
        fit = ce(model(X[b]), Y[b])
        loss = fit + cfg["train"]["l1"] * penalty()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ce_sum += fit.item() * len(b)
    model.eval()
    with torch.no_grad():
        acc = (model(X[n_tr:]).argmax(1) == Y[n_tr:]).float().mean().item()
    print(f"epoch {epoch:2d} cross-entropy {ce_sum / n_tr:.4f} test acc {acc:.3f} |w|_1 {penalty().item():.1f}")
