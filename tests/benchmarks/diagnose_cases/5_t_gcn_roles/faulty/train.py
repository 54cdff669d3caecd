import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from layers import GraphConv


def make_graph(n=400, classes=4, p_in=0.06, p_out=0.008, feat=32, seed=5):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    same = y[:, None] == y[None, :]
    a = rng.random((n, n)) < np.where(same, p_in, p_out)
    a = np.triu(a, 1)
    a = (a + a.T).astype(np.float32) + np.eye(n, dtype=np.float32)
    d = a.sum(1) ** -0.5
    adj = d[:, None] * a * d[None, :]
    proto = rng.normal(size=(classes, feat))
    x = proto[y] * 0.5 + rng.normal(size=(n, feat))
    idx = rng.permutation(n)
    return (torch.tensor(x, dtype=torch.float32), torch.tensor(adj), torch.tensor(y),
            torch.tensor(idx[:120]), torch.tensor(idx[120:200]), torch.tensor(idx[200:]))


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super().__init__()
        self.gc1 = GraphConv(nfeat, nhid)
        self.gc2 = GraphConv(nhid, nclass)
        self.dropout = dropout

    def forward(self, x, adj):
        x = F.relu(self.gc1(x, adj))
        x = F.dropout(x, self.dropout, training=self.training)
        x = self.gc2(x, adj)
        return F.log_softmax(x, dim=1)


def accuracy(out, labels):
    return (out.max(1)[1] == labels).double().mean().item()


torch.manual_seed(5)
features, adj, labels, idx_train, idx_val, idx_test = make_graph()
model = GCN(features.shape[1], 16, 4, dropout=0.5)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)

for epoch in range(200):
    model.train()
    optimizer.zero_grad()
    output = model(features, adj)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()

    model.eval()
    with torch.no_grad():
        output = model(features, adj)
    if epoch % 20 == 19:
        print("Epoch: {:04d}".format(epoch + 1),
              "loss_train: {:.4f}".format(loss_train.item()),
              "loss_val: {:.4f}".format(F.nll_loss(output[idx_val], labels[idx_val]).item()),
              "acc_val: {:.4f}".format(accuracy(output[idx_val], labels[idx_val])))

print("Test set results: accuracy= {:.4f}".format(accuracy(output[idx_test], labels[idx_test])))
