# Collaborative filtering with embeddings: ratings = <user, item> + biases
import numpy as np
import torch
from torch import nn

rs = np.random.RandomState(2)
torch.manual_seed(2)
n_users, n_items, rank = 300, 200, 4
U, I = rs.randn(n_users, rank) * 0.8, rs.randn(n_items, rank) * 0.8
ub, ib = rs.randn(n_users) * 0.4, rs.randn(n_items) * 0.4
n_obs = 24000
uu, ii = rs.randint(0, n_users, n_obs), rs.randint(0, n_items, n_obs)
ratings = 3.0 + (U[uu] * I[ii]).sum(1) + ub[uu] + ib[ii] + 0.2 * rs.randn(n_obs)

users, items = torch.from_numpy(uu), torch.from_numpy(ii)
r = torch.tensor(ratings, dtype=torch.float32)
cut = 20000
mu = r[:cut].mean().item()


class MF(nn.Module):
    def __init__(self, k=8):
        super().__init__()
        self.user = nn.Embedding(n_users, k)
        self.item = nn.Embedding(n_items, k)
        self.user_b = nn.Embedding(n_users, 1)
        self.item_b = nn.Embedding(n_items, 1)
        for e in (self.user, self.item):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.user_b, self.item_b):
            nn.init.zeros_(e.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(-1)
        return mu + dot + self.user_b(u).squeeze(-1) + self.item_b(i).squeeze(-1)


def rmse(model):
    with torch.no_grad():
        return ((model(users[cut:], items[cut:]) - r[cut:]) ** 2).mean().sqrt().item()


model = MF()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, weight_decay=1e-5)
print(f"predict-the-mean test rmse {r[cut:].std().item():.3f}")
for epoch in range(1, 9):
    perm = torch.randperm(cut)
    tot = 0.0
    for k in range(0, cut, 128):
        b = perm[k:k + 128]
        loss = nn.functional.mse_loss(model(users[b], items[b]), r[b])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tot += loss.item() * len(b)
    print(f"epoch {epoch}  train mse {tot / cut:.4f}  test rmse {rmse(model):.4f}")
