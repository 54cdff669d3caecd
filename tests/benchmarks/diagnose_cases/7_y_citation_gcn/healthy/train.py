import torch
import torch.nn as nn
import torch.nn.functional as F

import graphdata


class GraphConv(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin_self = nn.Linear(d_in, d_out)
        self.lin_nbr = nn.Linear(d_in, d_out, bias=False)

    def forward(self, x, edges):
        src, dst = edges
        agg = torch.zeros_like(x).index_add_(0, dst, x[src])
        deg = torch.zeros(len(x)).index_add_(0, dst, torch.ones(len(dst))).clamp(min=1)
        return self.lin_self(x) + self.lin_nbr(agg / deg.unsqueeze(1))


class GCN(nn.Module):
    def __init__(self, d_in, d_hid, n_class):
        super().__init__()
        self.conv1 = GraphConv(d_in, d_hid)
        self.conv2 = GraphConv(d_hid, n_class)

    def forward(self, x, edges):
        h = F.dropout(F.relu(self.conv1(x, edges)), 0.4, self.training)
        return self.conv2(h, edges)


def main():
    torch.manual_seed(0)
    x, y, edges = graphdata.load()
    x = (x - x.mean(0)) / x.std(0)
    perm = torch.randperm(len(y))
    train_idx, test_idx = perm[:120], perm[120:]
    model = GCN(x.size(1), 32, int(y.max()) + 1)
    opt = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
    for epoch in range(1, 121):
        model.train()
        loss = F.cross_entropy(model(x, edges)[train_idx], y[train_idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if epoch % 20 == 0:
            model.eval()
            with torch.no_grad():
                acc = (model(x, edges)[test_idx].argmax(1) == y[test_idx]).float().mean()
            print(f"epoch {epoch:3d}  loss {loss.item():.3f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
