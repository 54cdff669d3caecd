import json
import os

import torch
import torch.nn.functional as F

from graphs import make_dataset
from model import GIN

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "config.json")) as f:
    cfg = json.load(f)

torch.manual_seed(cfg["seed"])
adj, feats, y = make_dataset(cfg["data"]["graphs"], cfg["data"]["nodes"])
n_train = int(0.75 * len(y))

model = GIN(**cfg["model"])
opt = torch.optim.Adam(model.parameters(), lr=cfg["optim"]["lr"])

for epoch in range(cfg["optim"]["epochs"]):
    model.train()
    total = 0.0
    for idx in torch.randperm(n_train).split(cfg["optim"]["batch_size"]):
        logits = model(adj[idx], feats[idx])
        loss = F.cross_entropy(logits, y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        pred = model(adj[n_train:], feats[n_train:]).argmax(1)
    acc = (pred == y[n_train:]).float().mean().item()
    print(f"epoch {epoch + 1} loss {total / n_train:.4f} test acc {acc:.3f}")
