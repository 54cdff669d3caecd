from __future__ import print_function

import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

from layers import GraphConvolution

parser = argparse.ArgumentParser()
parser.add_argument('--seed', type=int, default=42, help='Random seed.')
parser.add_argument('--epochs', type=int, default=200, help='Number of epochs to train.')
parser.add_argument('--lr', type=float, default=0.01, help='Initial learning rate.')
parser.add_argument('--weight_decay', type=float, default=5e-4, help='Weight decay (L2 loss on parameters).')
parser.add_argument('--hidden', type=int, default=16, help='Number of hidden units.')
parser.add_argument('--dropout', type=float, default=0.5, help='Dropout rate (1 - keep probability).')
args = parser.parse_args()

np.random.seed(args.seed)
torch.manual_seed(args.seed)


def load_graph(n=800, k=4, n_feat=40):
    """Stochastic block model with weakly informative node features."""
    labels = np.arange(n) % k
    same = labels[:, None] == labels[None, :]
    prob = np.where(same, 0.03, 0.006)
    upper = np.triu(np.random.rand(n, n) < prob, 1)
    adj = (upper + upper.T).astype(np.float32) + np.eye(n, dtype=np.float32)
    d = adj.sum(1) ** -0.5
    adj = d[:, None] * adj * d[None, :]
    centres = np.random.randn(k, n_feat) * 0.25
    feats = (centres[labels] + np.random.randn(n, n_feat)).astype(np.float32)
    perm = np.random.permutation(n)
    return (torch.from_numpy(adj), torch.from_numpy(feats), torch.from_numpy(labels),
            torch.from_numpy(perm[:100]), torch.from_numpy(perm[100:250]), torch.from_numpy(perm[250:]))


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super().__init__()
        self.gc1 = GraphConvolution(nfeat, nhid)
        self.gc2 = GraphConvolution(nhid, nclass)
        self.dropout = dropout

    def forward(self, x, adj):
        x = F.relu(self.gc1(x, adj))
        x = F.dropout(x, self.dropout, training=self.training)
        x = self.gc2(x, adj)
        return F.log_softmax(x, dim=1)


adj, features, labels, idx_train, idx_val, idx_test = load_graph()
model = GCN(features.shape[1], args.hidden, int(labels.max()) + 1, args.dropout)
optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)


def accuracy(output, labels):
    return (output.max(1)[1] == labels).double().mean().item()


for epoch in range(args.epochs):
    model.train()
    optimizer.zero_grad()
    output = model(features, adj)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()
    if (epoch + 1) % 20 == 0:
        model.eval()
        with torch.no_grad():
            output = model(features, adj)
        print('Epoch: {:04d}'.format(epoch + 1),
              'loss_train: {:.4f}'.format(loss_train.item()),
              'acc_train: {:.4f}'.format(accuracy(output[idx_train], labels[idx_train])),
              'acc_val: {:.4f}'.format(accuracy(output[idx_val], labels[idx_val])))

model.eval()
with torch.no_grad():
    output = model(features, adj)
print("Test set results: loss= {:.4f}".format(F.nll_loss(output[idx_test], labels[idx_test]).item()),
      "accuracy= {:.4f}".format(accuracy(output[idx_test], labels[idx_test])))
