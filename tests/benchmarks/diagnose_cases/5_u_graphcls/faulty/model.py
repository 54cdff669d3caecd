import torch
from torch import nn


class GIN(nn.Module):
    def __init__(self, hidden, rounds, d_in=2, classes=2):
        super().__init__()
        self.inp = nn.Linear(d_in, hidden)
        self.updates = nn.ModuleList(
            nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, hidden))
            for _ in range(rounds)
        )
        self.eps = nn.Parameter(torch.zeros(rounds))
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in range(rounds))
        self.readout = nn.Linear(2 * hidden, classes)

    def forward(self, adj, x):
        h = self.inp(x)
        for k, (upd, norm) in enumerate(zip(self.updates, self.norms)):
            m = (1 + self.eps[k]) * h + adj @ h
            h = h + torch.relu(upd(norm(m)))
        return self.readout(torch.cat([h.mean(1), h.std(1)], dim=1))
