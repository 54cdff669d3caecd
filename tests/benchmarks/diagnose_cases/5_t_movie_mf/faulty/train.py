#!/usr/bin/env python
# Matrix factorisation recommender, MovieLens style ratings 1..5
import numpy as np
import torch
import torch.nn as nn

SEED = 2
np.random.seed(SEED)
torch.manual_seed(SEED)

n_users, n_items, k_true = 300, 200, 4
P = np.random.normal(size=(n_users, k_true))
Q = np.random.normal(size=(n_items, k_true))
n_ratings = 24000
u = np.random.randint(0, n_users, n_ratings)
i = np.random.randint(0, n_items, n_ratings)
raw = 3.2 + 0.7 * (P[u] * Q[i]).sum(1) + 0.15 * np.random.normal(size=n_ratings)
r = np.clip(raw, 1, 5).astype(np.float32)

users, items, ratings = torch.tensor(u), torch.tensor(i), torch.tensor(r)
cut = int(0.85 * n_ratings)


class MF(nn.Module):
    def __init__(self, n_users, n_items, k=8):
        super().__init__()
        self.user = nn.Embedding(n_users, k)
        self.item = nn.Embedding(n_items, k)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.mu = nn.Parameter(torch.tensor(3.0))
        nn.init.normal_(self.user.weight, std=0.1)
        nn.init.normal_(self.item.weight, std=0.1)
        nn.init.zeros_(self.user_bias.weight)
        nn.init.zeros_(self.item_bias.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(1)
        return self.mu + dot + self.user_bias(u).squeeze(1) + self.item_bias(i).squeeze(1)


model = MF(n_users, n_items)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
mse = nn.MSELoss()
baseline = ratings[cut:].std().item()

for epoch in range(12):
    order = torch.randperm(cut)
    losses = []
    for s in range(0, cut, 256):
        b = order[s:s + 256]
        opt.zero_grad()
        loss = mse(model(users[b], items[b]), ratings[b])
        loss.backward()
        opt.step()
        losses.append(loss.item())
    with torch.no_grad():
        rmse = mse(model(users[cut:], items[cut:]), ratings[cut:]).sqrt().item()
    print(f"epoch {epoch + 1:2d}  train mse {np.mean(losses):.4f}  test rmse {rmse:.4f}  (std of ratings {baseline:.3f})")
