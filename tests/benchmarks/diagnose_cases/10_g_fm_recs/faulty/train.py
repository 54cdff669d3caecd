"""Factorisation machine for recipe ratings (user, recipe, cuisine)."""
import numpy as np
import torch
from torch import nn, optim

SEED = 21
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)

N_USERS, N_RECIPES, N_CUISINES, K = 200, 120, 8, 6
FIELDS = [N_USERS, N_RECIPES, N_CUISINES]


def simulate(n=24000):
    U = rng.normal(0, 0.7, (N_USERS, 4))
    R = rng.normal(0, 0.7, (N_RECIPES, 4))
    ub, rb = rng.normal(0, 0.4, N_USERS), rng.normal(0, 0.4, N_RECIPES)
    cuisine = rng.integers(0, N_CUISINES, N_RECIPES)
    u, r = rng.integers(0, N_USERS, n), rng.integers(0, N_RECIPES, n)
    rating = 3.4 + ub[u] + rb[r] + (U[u] * R[r]).sum(1) + rng.normal(0, 0.25, n)
    X = np.stack([u, r, cuisine[r]], 1)
    return torch.as_tensor(X), torch.as_tensor(rating, dtype=torch.float32)


class FactorizationMachine(nn.Module):
    def __init__(self, fields, k, mean):
        super().__init__()
        self.offset = nn.Parameter(torch.tensor(mean))
        self.linear = [nn.Embedding(n, 1) for n in fields]
        self.factors = [nn.Embedding(n, k) for n in fields]
        for e in self.linear:
            nn.init.zeros_(e.weight)
        for e in self.factors:
            nn.init.normal_(e.weight, std=0.1)

    def forward(self, x):
        lin = sum(e(x[:, i]) for i, e in enumerate(self.linear)).squeeze(1)
        v = torch.stack([e(x[:, i]) for i, e in enumerate(self.factors)], 1)
        inter = 0.5 * (v.sum(1).pow(2) - v.pow(2).sum(1)).sum(1)
        return self.offset + lin + inter


X, y = simulate()
cut = int(0.85 * len(X))
Xtr, ytr, Xva, yva = X[:cut], y[:cut], X[cut:], y[cut:]
fm = FactorizationMachine(FIELDS, K, float(ytr.mean()))
opt = optim.Adam(fm.parameters(), lr=0.01, weight_decay=1e-5)
print("baseline rmse %.3f" % (yva - ytr.mean()).pow(2).mean().sqrt())

for epoch in range(15):
    fm.train()
    for idx in torch.randperm(cut).split(256):
        loss = nn.functional.mse_loss(fm(Xtr[idx]), ytr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 3 == 2:
        fm.eval()
        with torch.no_grad():
            tr = nn.functional.mse_loss(fm(Xtr), ytr).sqrt().item()
            va = nn.functional.mse_loss(fm(Xva), yva).sqrt().item()
        print(f"epoch {epoch + 1}: train rmse {tr:.3f}, val rmse {va:.3f}")
