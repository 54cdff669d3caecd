import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class QueryData:
    """Synthetic search logs: each query has a few candidate documents."""

    def __init__(self, n_queries, docs=12, dim=20, rng=None):
        self.x = rng.normal(size=(n_queries, docs, dim)).astype("float32")
        w = np.linspace(1.5, -1.5, dim)
        rel = self.x @ w + 2.0 * np.maximum(self.x[..., 0], self.x[..., 5]) + 0.3 * rng.normal(size=(n_queries, docs))
        order = rel.argsort(1).argsort(1)
        self.rel = (order // 3).astype("float32")  # grades 0..3

    def __len__(self):
        return len(self.x)


class Scorer(nn.Module):
    def __init__(self, dim, hidden=48):
        super().__init__()
        self.l1 = nn.Linear(dim, hidden)
        self.l2 = nn.Linear(hidden, hidden)
        self.l3 = nn.Linear(hidden, 1)

    def forward(self, x):
        x = F.relu(self.l1(x))
        x = F.relu(self.l2(x))
        return self.l3(x).squeeze(-1)


def pairwise_loss(scores, rel):
    s = scores.unsqueeze(2) - scores.unsqueeze(1)
    better = rel.unsqueeze(2) > rel.unsqueeze(1)
    return F.softplus(-s[better]).mean()


def ndcg(scores, rel, k=5):
    disc = 1.0 / np.log2(np.arange(2, k + 2))
    top = np.take_along_axis(rel, np.argsort(-scores, 1), 1)[:, :k]
    best = -np.sort(-rel, 1)[:, :k]
    return (((2 ** top - 1) * disc).sum(1) / ((2 ** best - 1) * disc).sum(1)).mean()


class Ranker:
    def __init__(self, dim, lr=1e-3, epochs=15, batch=16):
        self.net = Scorer(dim)
        self.epochs, self.batch = epochs, batch
        self.opt = torch.optim.Adam(self.net.parameters(), lr=lr, weight_decay=1e-5)

    def fit(self, data, val):
        x, rel = torch.from_numpy(data.x), torch.from_numpy(data.rel)
        for epoch in range(self.epochs):
            self.net.train()
            losses = []
            for idx in torch.randperm(len(data)).split(self.batch):
                loss = pairwise_loss(self.net(x[idx]), rel[idx])
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
                losses.append(loss.item())
            print(f"epoch {epoch + 1} loss {np.mean(losses):.4f} ndcg@5 {self.score(val):.4f}")

    @torch.no_grad()
    def score(self, data):
        self.net.eval()
        return ndcg(self.net(torch.from_numpy(data.x)).numpy(), data.rel)


if __name__ == "__main__":
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    train, val = QueryData(800, rng=rng), QueryData(200, rng=rng)
    Ranker(20).fit(train, val)
