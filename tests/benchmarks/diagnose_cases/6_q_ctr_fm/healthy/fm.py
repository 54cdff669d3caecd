import torch
from torch import nn


class FactorizationMachine(nn.Module):
    def __init__(self, fields, k):
        super().__init__()
        self.fields = list(fields)
        self.bias = nn.Parameter(torch.zeros(1))
        self.linear = nn.ModuleDict({f: nn.Embedding(n, 1) for f, n in fields.items()})
        self.factors = nn.ModuleDict({f: nn.Embedding(n, k) for f, n in fields.items()})
        for f in self.fields:
            nn.init.zeros_(self.linear[f].weight)
            nn.init.normal_(self.factors[f].weight, std=0.1)

    def forward(self, batch):
        first = sum(self.linear[f](batch[f]) for f in self.fields).squeeze(-1)
        v = torch.stack([self.factors[f](batch[f]) for f in self.fields], dim=1)
        pairs = 0.5 * (v.sum(1) ** 2 - (v ** 2).sum(1)).sum(-1)
        return self.bias + first + pairs
