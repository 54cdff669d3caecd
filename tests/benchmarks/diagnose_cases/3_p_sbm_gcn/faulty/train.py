"""Node classification with a two-layer GCN on a stochastic block model (full batch)."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(14)
num_nodes, num_classes, num_features = 400, 4, 32
hidden_size = 32
learning_rate = 0.005
num_epochs = 3


def block_graph():
    labels = torch.arange(num_nodes) % num_classes
    same = labels[:, None] == labels[None, :]
    prob = torch.where(same, 0.06, 0.008)
    upper = torch.triu((torch.rand(num_nodes, num_nodes) < prob).float(), diagonal=1)
    adj = upper + upper.t() + torch.eye(num_nodes)
    d = adj.sum(1).pow(-0.5)
    a_hat = d[:, None] * adj * d[None, :]
    means = torch.randn(num_classes, num_features) * 0.25
    feats = means[labels] + torch.randn(num_nodes, num_features)
    return a_hat, feats, labels


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_in, n_out))
        self.bias = nn.Parameter(torch.zeros(n_out))
        nn.init.xavier_uniform_(self.weight)

    def forward(self, x, a):
        return a @ (x @ self.weight) + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.gc1 = GraphConv(num_features, hidden_size)
        self.gc2 = GraphConv(hidden_size, num_classes)

    def forward(self, x, a):
        x = F.relu(self.gc1(x, a))
        x = F.dropout(x, 0.3, training=self.training)
        return self.gc2(x, a)


adj, x, y = block_graph()
perm = torch.randperm(num_nodes)
train_idx, val_idx, test_idx = perm[:120], perm[120:220], perm[220:]

model = GCN()
optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate, weight_decay=5e-4)

for epoch in range(num_epochs):
    model.train()
    optimizer.zero_grad()
    out = model(x, adj)
    loss = F.cross_entropy(out[train_idx], y[train_idx])
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        out = model(x, adj)
        val_loss = F.cross_entropy(out[val_idx], y[val_idx])
        val_acc = (out[val_idx].argmax(1) == y[val_idx]).float().mean()
    print(f"Epoch {epoch + 1:03d} | loss {loss.item():.4f} | val loss {val_loss:.4f} | val acc {val_acc:.3f}")

test_acc = (out[test_idx].argmax(1) == y[test_idx]).float().mean()
print(f"Test accuracy: {test_acc:.3f}")
