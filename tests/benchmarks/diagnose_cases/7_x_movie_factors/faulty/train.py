"""Biased matrix factorisation for star ratings."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def ratings(n_users=300, n_items=200, per_user=45, rank=4, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.normal(size=(n_users, rank)) / rank ** 0.5
    q = rng.normal(size=(n_items, rank))
    rows = []
    for u in range(n_users):
        for i in rng.choice(n_items, per_user, replace=False):
            r = 3.4 + 1.0 * p[u] @ q[i] + rng.normal(scale=0.25)
            rows.append((u, i, np.clip(r, 1, 5)))
    rows = np.array(rows)
    rng.shuffle(rows)
    return torch.tensor(rows[:, 0]).long(), torch.tensor(rows[:, 1]).long(), torch.tensor(rows[:, 2]).float()


class MF(nn.Module):
    def __init__(self, n_users, n_items, dim, mean):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.register_buffer("mean", torch.tensor(mean))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.zeros_(self.user.weight)
        nn.init.zeros_(self.item.weight)
        nn.init.zeros_(self.user_bias.weight)
        nn.init.zeros_(self.item_bias.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(-1)
        return self.mean + dot + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1)


def rmse(model, loader):
    model.eval()
    se, n = 0.0, 0
    with torch.no_grad():
        for u, i, r in loader:
            se += ((model(u, i) - r) ** 2).sum().item()
            n += len(r)
    return (se / n) ** 0.5


if __name__ == "__main__":
    torch.manual_seed(8)
    u, i, r = ratings(seed=8)
    k = int(0.85 * len(r))
    train = DataLoader(TensorDataset(u[:k], i[:k], r[:k]), batch_size=256, shuffle=True)
    test = DataLoader(TensorDataset(u[k:], i[k:], r[k:]), batch_size=2048)
    model = MF(300, 200, 6, r[:k].mean().item())
    opt = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=1e-5)
    print(f"baseline (global mean) test rmse {((r[k:] - model.mean) ** 2).mean().sqrt():.4f}")
    for epoch in range(14):
        model.train()
        for ub, ib, rb in train:
            loss = nn.functional.mse_loss(model(ub, ib), rb)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"epoch {epoch + 1:2d} train rmse {rmse(model, train):.4f} test rmse {rmse(model, test):.4f}")
