import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(12)
torch.manual_seed(12)

n_users, n_items, k = 200, 150, 4
U = rng.normal(size=(n_users, k))
V = rng.normal(size=(n_items, k))
users = rng.integers(0, n_users, 12000)
items = rng.integers(0, n_items, 12000)
ratings = (U[users] * V[items]).sum(1) / np.sqrt(k) + 0.1 * rng.normal(size=12000)

users = torch.as_tensor(users)
items = torch.as_tensor(items)
ratings = torch.as_tensor(ratings, dtype=torch.float32)
split = 10000


class MatrixFactorization(nn.Module):
    def __init__(self, n_users, n_items, dim=8):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        for emb in (self.user, self.item):
            nn.init.normal_(emb.weight, std=0.1)
        for emb in (self.user_bias, self.item_bias):
            nn.init.zeros_(emb.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(1)
        return dot + self.user_bias(u).squeeze(1) + self.item_bias(i).squeeze(1)


model = MatrixFactorization(n_users, n_items)
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for epoch in range(12):
    order = torch.randperm(split)
    running = 0.0
    for start in range(0, split, 100):
        b = order[start:start + 100]
        pred = model(users[b], items[b])
        loss = criterion(pred, ratings[b])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
    with torch.no_grad():
        rmse = criterion(model(users[split:], items[split:]), ratings[split:]).sqrt().item()
    print(f"epoch {epoch}: train mse {running / (split // 100):.4f}, test rmse {rmse:.4f}")

print(f"final test rmse {rmse:.4f} (std of the ratings {ratings[split:].std().item():.3f})")
