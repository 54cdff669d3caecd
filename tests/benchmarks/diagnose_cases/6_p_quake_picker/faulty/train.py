import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from waveforms import CLASSES, dataset

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])


def loader(n, shuffle):
    x, y = dataset(n, cfg["window"], rng)
    return DataLoader(TensorDataset(torch.from_numpy(x), torch.from_numpy(y)),
                      batch_size=cfg["batch_size"], shuffle=shuffle)


def build(channels):
    layers, c_in = [], 1
    for c in channels:
        layers += [nn.Conv1d(c_in, c, 7, stride=2, padding=3), nn.ReLU()]
        c_in = c
    layers += [nn.AdaptiveAvgPool1d(4), nn.Flatten(), nn.Linear(4 * c_in, len(CLASSES))]
    return nn.Sequential(*layers)


train_dl, val_dl = loader(cfg["n_train"], True), loader(cfg["n_val"], False)
net = build(cfg["channels"])
opt = torch.optim.Adam(net.parameters(), lr=cfg["lr"])
criterion = nn.CrossEntropyLoss()

for epoch in range(cfg["epochs"]):
    net.train()
    tot = 0.0
    for xb, yb in train_dl:
        loss = criterion(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(yb)
    net.eval()
    hits = np.zeros(len(CLASSES))
    seen = np.zeros(len(CLASSES))
    with torch.no_grad():
        for xb, yb in val_dl:
            ok = net(xb).argmax(1) == yb
            for k in range(len(CLASSES)):
                seen[k] += (yb == k).sum().item()
                hits[k] += ok[yb == k].sum().item()
    print(f"epoch {epoch + 1}: train loss {tot / cfg['n_train']:.4f}  val acc {hits.sum() / seen.sum():.3f}")

print("recall  " + "  ".join(f"{c}={h / s:.2f}" for c, h, s in zip(CLASSES, hits, seen)))
