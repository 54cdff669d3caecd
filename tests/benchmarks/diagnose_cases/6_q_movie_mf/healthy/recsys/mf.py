import torch
from torch import nn


class BiasedMF(nn.Module):
    def __init__(self, n_users, n_items, k, mean):
        super().__init__()
        self.p = nn.Embedding(n_users, k)
        self.q = nn.Embedding(n_items, k)
        self.bu = nn.Embedding(n_users, 1)
        self.bi = nn.Embedding(n_items, 1)
        for e in (self.p, self.q):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.bu, self.bi):
            nn.init.zeros_(e.weight)
        self.register_buffer("mean", torch.tensor(mean))

    def forward(self, u, i):
        dot = (self.p(u) * self.q(i)).sum(-1)
        return self.mean + dot + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1)
