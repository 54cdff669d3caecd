import torch
from torch import nn
from torch.nn import functional as F


class MeanVarianceNet(nn.Module):
    def __init__(self, d_in, width=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d_in, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.mean_head = nn.Linear(width, 1)
        self.var_head = nn.Linear(width, 1)

    def forward(self, x):
        h = self.trunk(x)
        mean = self.mean_head(h)
        var = self.var_head(h) + 1e-4
        return mean.squeeze(-1), var.squeeze(-1)
