"""Click-through-rate model with hashed categorical features."""
import json
import os
import numpy as np
import torch
import torch.nn as nn

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "config.json")) as fh:
    cfg = json.load(fh)

np.random.seed(cfg["seed"])
torch.manual_seed(cfg["seed"])


def impressions(n, buckets):
    ad, site, device = np.random.randint(0, 60, n), np.random.randint(0, 40, n), np.random.randint(0, 4, n)
    hour = np.random.randint(0, 24, n)
    rs = np.random.RandomState(1)
    w_ad, w_site, pair = rs.randn(60), rs.randn(40), rs.randn(60, 4)
    z = -0.8 + 1.1 * w_ad[ad] + 0.9 * w_site[site] + 1.2 * pair[ad, device] + 0.5 * np.sin(hour * np.pi / 12)
    y = (np.random.rand(n) < 1 / (1 + np.exp(-1.5 * z))).astype("float32")
    cols = [ad, 60 + site, 100 + device, 104 + hour, 128 + ad * 4 + device]
    return torch.as_tensor(np.stack(cols, 1) % buckets), torch.as_tensor(y)


class CTRNet(nn.Module):
    def __init__(self, buckets, dim, hidden):
        super().__init__()
        self.table = nn.Embedding(buckets, dim)
        self.mlp = nn.Sequential(nn.Linear(5 * dim, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, ids):
        return self.mlp(self.table(ids).flatten(1)).squeeze(-1)


def auc(score, y):
    order = torch.argsort(score)
    rank = torch.empty_like(order, dtype=torch.double)
    rank[order] = torch.arange(1, len(y) + 1, dtype=torch.double)
    pos = y.sum().double()
    neg = len(y) - pos
    return ((rank[y > 0.5].sum() - pos * (pos + 1) / 2) / (pos * neg)).item()


ids, clicks = impressions(cfg["n"], cfg["buckets"])
split = int(0.9 * len(ids))
model = CTRNet(cfg["buckets"], cfg["dim"], cfg["hidden"])
opt = torch.optim.Adam(model.parameters(), lr=cfg["learning_rate"])
bce = nn.BCEWithLogitsLoss()

for epoch in range(cfg["epochs"]):
    model.train()
    seen = []
    for rows in torch.randperm(split).split(cfg["batch_size"]):
        opt.zero_grad()
        loss = bce(model(ids[rows]), clicks[rows])
        loss.backward()
        opt.step()
        seen.append(loss.item())
    model.eval()
    with torch.no_grad():
        s = model(ids[split:])
    print("epoch %d  logloss %.4f  val logloss %.4f  val AUC %.4f"
          % (epoch, sum(seen) / len(seen), bce(s, clicks[split:]).item(), auc(s, clicks[split:])))
