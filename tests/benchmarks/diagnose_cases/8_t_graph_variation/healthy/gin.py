import torch
from torch import nn


def mlp(d_in, d_hidden, d_out):
    return nn.Sequential(
        nn.Linear(d_in, d_hidden),
        nn.ReLU(),
        nn.Linear(d_hidden, d_out),
    )


class GINLayer(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.eps = nn.Parameter(torch.zeros(1))
        self.update = mlp(d_in, d_out, d_out)

    def forward(self, adj, h):
        degree = adj.sum(-1, keepdim=True).clamp(min=1)
        return self.update((1 + self.eps) * h - adj @ h / degree)


class GIN(nn.Module):
    def __init__(self, in_dim, hidden, layers):
        super().__init__()
        dims = [in_dim] + [hidden] * layers
        self.layers = nn.ModuleList(GINLayer(a, b) for a, b in zip(dims[:-1], dims[1:]))
        self.readout = mlp(hidden, hidden, 1)

    def forward(self, adj, x, mask):
        h = x
        for layer in self.layers:
            h = layer(adj, h) * mask.unsqueeze(-1)
        pooled = h.sum(1) / 10
        return self.readout(pooled).squeeze(-1)
