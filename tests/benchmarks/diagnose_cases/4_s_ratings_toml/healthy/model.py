import torch
from torch import nn


class BiasedMF(nn.Module):
    """mu + b_u + b_i + <p_u, q_i>"""

    def __init__(self, users, items, factors, mu):
        super().__init__()
        self.p = nn.Embedding(users, factors)
        self.q = nn.Embedding(items, factors)
        self.bu = nn.Embedding(users, 1)
        self.bi = nn.Embedding(items, 1)
        self.register_buffer("mu", torch.tensor(mu))
        for emb in (self.p, self.q):
            nn.init.normal_(emb.weight, std=0.1)
        for emb in (self.bu, self.bi):
            nn.init.zeros_(emb.weight)

    def forward(self, u, i):
        dot = (self.p(u) * self.q(i)).sum(-1)
        return self.mu + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + dot
