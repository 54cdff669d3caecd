import torch
from torch import nn

from data import N_PLANS, N_REGIONS


class ChurnNet(nn.Module):
    def __init__(self, n_numeric, plan_dim, region_dim, hidden, dropout):
        super().__init__()
        self.plan = nn.Embedding(N_PLANS, plan_dim)
        self.region = nn.Embedding(N_REGIONS, region_dim)
        width = n_numeric + plan_dim + region_dim
        layers = []
        for h in hidden:
            layers += [nn.Linear(width, h), nn.ReLU(), nn.Dropout(dropout)]
            width = h
        layers.append(nn.Linear(width, 1))
        self.mlp = nn.Sequential(*layers)

    def forward(self, numeric, cats):
        x = torch.cat([numeric, self.plan(cats[:, 0]), self.region(cats[:, 1])], dim=1)
        return self.mlp(x).squeeze(1)
