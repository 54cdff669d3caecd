import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

cfg = json.loads(Path("config.json").read_text())


class Interactions:
    def __init__(self, n_users, n_items, seed, per_user=25, rank=5):
        rng = np.random.default_rng(seed)
        u = rng.normal(size=(n_users, rank))
        v = rng.normal(size=(n_items, rank))
        score = u @ v.T + 0.5 * rng.gumbel(size=(n_users, n_items))
        ranked = np.argsort(-score, axis=1)[:, :per_user]
        ranked = rng.permuted(ranked, axis=1)
        self.held = ranked[:, :5]
        self.seen = ranked[:, 5:]
        self.n_users, self.n_items = n_users, n_items
        self.pairs = np.stack([np.repeat(np.arange(n_users), per_user - 5), self.seen.ravel()], 1)
        self.rng = rng

    def epoch(self, batch_size):
        order = self.rng.permutation(len(self.pairs))
        for i in range(0, len(order), batch_size):
            u, pos = self.pairs[order[i:i + batch_size]].T
            neg = self.rng.integers(0, self.n_items, size=len(u))
            yield torch.from_numpy(u), torch.from_numpy(pos), torch.from_numpy(neg)


class FactorModel(torch.nn.Module):
    def __init__(self, n_users, n_items, dim):
        super().__init__()
        self.user = torch.nn.Embedding(n_users, dim)
        self.item = torch.nn.Embedding(n_items, dim)
        torch.nn.init.normal_(self.user.weight, std=0.1)
        torch.nn.init.normal_(self.item.weight, std=0.1)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1)

    def penalty(self, u, pos, neg):
        return self.user(u).pow(2).sum(-1) + self.item(pos).pow(2).sum(-1) + self.item(neg).pow(2).sum(-1)


@torch.no_grad()
def recall_at_20(model, data):
    scores = model.user.weight @ model.item.weight.t()
    scores.scatter_(1, torch.from_numpy(data.seen), float("-inf"))
    top = scores.topk(20, dim=1).indices
    held = torch.from_numpy(data.held)
    hits = (top.unsqueeze(2) == held.unsqueeze(1)).any(1)
    return hits.float().mean().item()


torch.manual_seed(cfg["seed"])
data = Interactions(cfg["n_users"], cfg["n_items"], cfg["seed"])
model = FactorModel(data.n_users, data.n_items, cfg["dim"])
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])

for epoch in range(cfg["epochs"]):
    total, n = 0.0, 0
    for u, pos, neg in data.epoch(cfg["batch_size"]):
        rank_loss = -F.logsigmoid(model(u, pos) - model(u, neg)).mean()
        loss = rank_loss + cfg["l2"] * model.penalty(u, pos, neg).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += rank_loss.item()
        n += 1
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  bpr {total / n:.4f}  held-out recall@20 {recall_at_20(model, data):.3f}")
print(f"random ranking would give {20 / (data.n_items - 20):.3f}")
