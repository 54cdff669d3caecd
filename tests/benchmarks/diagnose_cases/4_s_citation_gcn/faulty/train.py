import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_graph(n=900, classes=5, dim=40, seed=0):
    """stochastic block model with noisy node features"""
    rng = np.random.default_rng(seed)
    y = rng.integers(classes, size=n)
    same = y[:, None] == y[None, :]
    prob = np.where(same, 0.025, 0.004)
    upper = np.triu(rng.random((n, n)) < prob, 1)
    adj = upper | upper.T
    centres = rng.normal(size=(classes, dim))
    x = 0.5 * centres[y] + rng.normal(size=(n, dim))
    a = adj + np.eye(n)
    d = 1.0 / np.sqrt(a.sum(1))
    a_hat = d[:, None] * a * d[None, :]
    return (torch.tensor(x, dtype=torch.float32), torch.tensor(a_hat, dtype=torch.float32), torch.tensor(y))


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_in, n_out))
        self.bias = nn.Parameter(torch.zeros(n_out))
        nn.init.xavier_uniform_(self.weight)

    def forward(self, x, a):
        return a @ (x @ self.weight) + self.bias


class GCN(nn.Module):
    def __init__(self, n_in, hidden, n_out, dropout=0.97):
        super().__init__()
        self.gc1 = GraphConv(n_in, hidden)
        self.gc2 = GraphConv(hidden, n_out)
        self.dropout = dropout

    def forward(self, x, a):
        x = F.dropout(x, self.dropout, training=self.training)
        x = F.relu(self.gc1(x, a))
        x = F.dropout(x, self.dropout, training=self.training)
        return self.gc2(x, a)


torch.manual_seed(10)
x, a, y = make_graph(seed=10)
perm = torch.randperm(len(y))
idx_train, idx_test = perm[:150], perm[300:]

model = GCN(x.size(1), 16, 5)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
for epoch in range(1, 101):
    model.train()
    optimizer.zero_grad()
    out = model(x, a)
    loss = F.cross_entropy(out[idx_train], y[idx_train])
    loss.backward()
    optimizer.step()
    if epoch % 10 == 0:
        model.eval()
        with torch.no_grad():
            pred = model(x, a).argmax(1)
        tr = (pred[idx_train] == y[idx_train]).float().mean()
        te = (pred[idx_test] == y[idx_test]).float().mean()
        print(f"Epoch {epoch:03d} loss {loss.item():.4f} train acc {tr:.3f} test acc {te:.3f}")
