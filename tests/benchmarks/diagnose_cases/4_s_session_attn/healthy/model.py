import torch
import torch.nn as nn


class SessionModel(nn.Module):
    """next-item recommender: self attention over the clicked items"""

    def __init__(self, n_items, dim, heads, max_len):
        super().__init__()
        self.items = nn.Embedding(n_items, dim)
        self.pos = nn.Parameter(0.02 * torch.randn(max_len, dim))
        self.attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.norm1 = nn.LayerNorm(dim)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))
        self.norm2 = nn.LayerNorm(dim)
        self.out = nn.Linear(dim, n_items)

    def forward(self, s):
        h = self.items(s) + self.pos
        a, _ = self.attn(h, h, h, need_weights=False)
        h = self.norm1(h + a)
        h = self.norm2(h + self.ff(h))
        return self.out(h.mean(1))
