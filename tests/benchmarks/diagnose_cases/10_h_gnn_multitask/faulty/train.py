"""Predict several properties of random molecules-like graphs with a small message passing net."""
import numpy as np
import torch
import torch.nn as nn

TASKS = ["charge", "density", "polarity"]
rng = np.random.default_rng(5)
torch.manual_seed(5)


def random_graph(n_nodes=12, n_types=4):
    types = rng.integers(0, n_types, n_nodes)
    adj = (rng.random((n_nodes, n_nodes)) < 0.2).astype(np.float32)
    adj = np.triu(adj, 1)
    adj = adj + adj.T
    feat = np.eye(n_types, dtype=np.float32)[types]
    w = np.array([1.0, -1.0, 0.5, 2.0])
    charge = w[types].sum() / 4 + 10.0
    density = adj.sum() / n_nodes
    polarity = (adj * np.abs(w[types][:, None] - w[types][None])).sum() / 10
    return feat, adj, np.array([charge, density, polarity], dtype=np.float32)


def build(n):
    f, a, t = zip(*[random_graph() for _ in range(n)])
    return [torch.from_numpy(np.stack(v)) for v in (f, a, t)]


class MPLayer(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.msg = nn.Linear(2 * d, d)
        self.upd = nn.Linear(2 * d, d)

    def forward(self, h, adj):
        n = h.shape[1]
        pair = torch.cat([h.unsqueeze(2).expand(-1, -1, n, -1), h.unsqueeze(1).expand(-1, n, -1, -1)], -1)
        m = (torch.relu(self.msg(pair)) * adj.unsqueeze(-1)).sum(2)
        return h + torch.relu(self.upd(torch.cat([h, m], -1)))


class PropertyNet(nn.Module):
    def __init__(self, d_in=4, d=32, depth=2):
        super().__init__()
        self.embed = nn.Linear(d_in, d)
        self.layers = [MPLayer(d) for _ in range(depth)]
        self.heads = {t: nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, 1)) for t in TASKS}

    def forward(self, x, adj):
        h = self.embed(x)
        for layer in self.layers:
            h = layer(h, adj)
        g = h.mean(1)
        return torch.cat([self.heads[t](g) for t in TASKS], dim=1)


def r2(model, data):
    model.eval()
    with torch.no_grad():
        p = model(data[0], data[1])
    y = data[2]
    return 1 - ((p - y) ** 2).sum(0) / ((y - y.mean(0)) ** 2).sum(0)


train, val = build(1200), build(300)
mu, sd = train[2].mean(0), train[2].std(0)
train[2], val[2] = (train[2] - mu) / sd, (val[2] - mu) / sd

net = PropertyNet()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
for epoch in range(14):
    net.train()
    order = torch.randperm(len(train[0]))
    tot = 0.0
    for i in range(0, len(order), 50):
        b = order[i:i + 50]
        loss = nn.functional.mse_loss(net(train[0][b], train[1][b]), train[2][b])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        tot += loss.item() * len(b)
    scores = r2(net, val)
    print(epoch, f"train mse {tot / len(order):.4f}", " ".join(f"{t}:R2={s:.3f}" for t, s in zip(TASKS, scores)))
