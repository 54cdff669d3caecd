#!/usr/bin/env python
# Two-layer GCN on a synthetic citation graph (stochastic block model).
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def build_graph(n=900, k=5, p_in=0.02, p_out=0.003, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    same = y[:, None] == y[None, :]
    a = rng.random((n, n)) < np.where(same, p_in, p_out)
    a = np.triu(a, 1)
    a = (a + a.T).astype(np.float32)
    centers = rng.normal(0, 0.5, (k, 20))
    words = centers[y] + rng.normal(0, 1.0, (n, 20))
    year = rng.integers(1970, 2024, (n, 1)).astype(np.float64)
    n_chars = rng.integers(8000, 90000, (n, 1)).astype(np.float64)
    return a, np.hstack([words, year, n_chars]), y


def normalize_adj(a):
    a = a + np.eye(len(a), dtype=np.float32)
    d = 1.0 / np.sqrt(a.sum(1))
    return torch.from_numpy((a * d[:, None] * d[None, :]).astype(np.float32))


def prepare_features(x, train_idx):
    mu, sd = x[train_idx].mean(0), x[train_idx].std(0) + 1e-8
    return torch.tensor((x - mu) / sd, dtype=torch.float32)


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout=0.4):
        super().__init__()
        self.w1 = nn.Linear(nfeat, nhid)
        self.w2 = nn.Linear(nhid, nclass)
        self.dropout = dropout

    def forward(self, x, adj):
        h = F.relu(adj @ self.w1(x))
        h = F.dropout(h, self.dropout, training=self.training)
        return adj @ self.w2(h)


if __name__ == "__main__":
    torch.manual_seed(0)
    a, feats, labels = build_graph()
    n = len(labels)
    order = np.random.default_rng(1).permutation(n)
    tr, va, te = order[:250], order[250:450], order[450:]
    adj = normalize_adj(a)
    x = prepare_features(feats, tr)
    y = torch.from_numpy(labels)

    model = GCN(x.shape[1], 32, int(y.max()) + 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
    best_val, best_test = 0.0, 0.0
    for epoch in range(200):
        model.train()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x, adj)[tr], y[tr])
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            pred = model(x, adj).argmax(1)
        val = (pred[va] == y[va]).float().mean().item()
        if val > best_val:
            best_val, best_test = val, (pred[te] == y[te]).float().mean().item()
        if epoch % 50 == 49:
            print(f"epoch {epoch + 1} loss {loss.item():.4f} val {val:.3f}")
    print(f"test accuracy at best val: {best_test:.3f}")
