import torch
from torch import nn


class GraphConv(nn.Module):
    """Kipf & Welling convolution on a pre-normalised adjacency."""

    def __init__(self, in_features, out_features):
        super().__init__()
        self.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty(in_features, out_features)))
        self.bias = nn.Parameter(torch.zeros(out_features))

    def forward(self, x, adj):
        return adj @ (x @ self.weight) + self.bias


def normalise(adj):
    adj = adj + torch.eye(adj.size(0))
    d = adj.sum(1).rsqrt()
    return d[:, None] * adj * d[None, :]
