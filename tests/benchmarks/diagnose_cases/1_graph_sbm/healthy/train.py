"""Node classification with a two layer GCN written by hand."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(31)

N, K = 800, 4
labels = torch.arange(N) % K
same = labels[:, None] == labels[None, :]
prob = torch.where(same, torch.tensor(0.035), torch.tensor(0.006))
upper = torch.triu((torch.rand(N, N) < prob).float(), 1)
adj = upper + upper.T + torch.eye(N)
deg = adj.sum(1)
adj_norm = adj / torch.sqrt(deg[:, None] * deg[None, :])

# weak features: two informative columns among noise
bits = torch.stack([(labels // 2) * 2.0 - 1, (labels % 2) * 2.0 - 1], 1)
feats = torch.randn(N, 64)
feats[:, 0] += 0.5 * bits[:, 0]
feats[:, 1] += 0.5 * bits[:, 1]

perm = torch.randperm(N)
train_idx, test_idx = perm[:300], perm[300:]


class GraphConv(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.lin = nn.Linear(i, o)

    def forward(self, a, h):
        return a @ self.lin(h)


class GCN(nn.Module):
    def __init__(self, d, h, k):
        super().__init__()
        self.gc1 = GraphConv(d, h)
        self.gc2 = GraphConv(h, k)

    def forward(self, a, x):
        h = F.relu(self.gc1(a, x))
        return self.gc2(a, h)


model = GCN(64, 6, K)
opt = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=5e-4)

for epoch in range(1, 201):
    model.train()
    opt.zero_grad()
    logits = model(adj_norm, feats)
    loss = F.cross_entropy(logits[train_idx], labels[train_idx])
    loss.backward()
    opt.step()
    if epoch % 20 == 0:
        model.eval()
        with torch.no_grad():
            pred = model(adj_norm, feats).argmax(1)
        tr = (pred[train_idx] == labels[train_idx]).float().mean()
        te = (pred[test_idx] == labels[test_idx]).float().mean()
        print(f"Epoch: {epoch:03d}, Loss: {loss:.4f}, Train: {tr:.4f}, Test: {te:.4f}")
