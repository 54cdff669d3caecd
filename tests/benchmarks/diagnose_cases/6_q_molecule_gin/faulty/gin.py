import torch
from torch import nn


class GINLayer(nn.Module):
    def __init__(self, d_in, d_out, dropout):
        super().__init__()
        self.eps = nn.Parameter(torch.zeros(1))
        self.mlp = nn.Sequential(nn.Linear(d_in, d_out), nn.ReLU(), nn.Linear(d_out, d_out), nn.ReLU())
        self.drop = nn.Dropout(dropout)

    def forward(self, x, adj):
        x = self.drop(x)
        return self.mlp((1 + self.eps) * x + adj @ x)


class GIN(nn.Module):
    def __init__(self, n_features, hidden, layers, dropout):
        super().__init__()
        dims = [n_features] + [hidden] * layers
        self.layers = nn.ModuleList(GINLayer(a, b, dropout) for a, b in zip(dims, dims[1:]))
        self.readout = nn.Linear(hidden * layers, 1)

    def forward(self, x, adj):
        pooled = []
        for layer in self.layers:
            x = layer(x, adj)
            pooled.append(x.sum(dim=1))
        return self.readout(torch.cat(pooled, dim=1)).squeeze(1)
