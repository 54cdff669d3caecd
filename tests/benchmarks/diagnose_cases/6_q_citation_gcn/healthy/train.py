import argparse

import torch
import torch.nn.functional as F
from torch import nn

from graph import citation_graph
from layers import GraphConv, normalise


class GCN(nn.Module):
    def __init__(self, n_words, hidden, n_classes, dropout):
        super().__init__()
        self.gc1 = GraphConv(n_words, hidden)
        self.gc2 = GraphConv(hidden, n_classes)
        self.dropout = dropout

    def forward(self, x, adj):
        h = F.relu(self.gc1(x, adj))
        h = F.dropout(h, self.dropout, training=self.training)
        return self.gc2(h, adj)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--lr", type=float, default=0.01)
    p.add_argument("--weight-decay", type=float, default=5e-4)
    p.add_argument("--dropout", type=float, default=0.5)
    p.add_argument("--epochs", type=int, default=200)
    p.add_argument("--seed", type=int, default=4)
    args = p.parse_args()
    torch.manual_seed(args.seed)

    adj, x, y, idx_train, idx_val, idx_test = citation_graph(seed=args.seed)
    adj = normalise(adj)
    model = GCN(x.size(1), args.hidden, int(y.max()) + 1, args.dropout)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)

    for epoch in range(1, args.epochs + 1):
        model.train()
        optimizer.zero_grad()
        out = model(x, adj)
        loss = F.cross_entropy(out[idx_train], y[idx_train])
        loss.backward()
        optimizer.step()
        if epoch % 20 == 0:
            model.eval()
            with torch.no_grad():
                pred = model(x, adj).argmax(1)
            val = (pred[idx_val] == y[idx_val]).float().mean()
            print(f"Epoch {epoch:03d} loss {loss.item():.4f} val acc {val:.4f}")
    test = (pred[idx_test] == y[idx_test]).float().mean()
    print(f"Test accuracy {test:.4f}")


if __name__ == "__main__":
    main()
