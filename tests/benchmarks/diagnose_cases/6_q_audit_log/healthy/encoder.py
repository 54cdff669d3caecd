import torch
from torch import nn


class LogEncoder(nn.Module):
    def __init__(self, n_events, length, dim=32, heads=4, layers=2):
        super().__init__()
        self.event = nn.Embedding(n_events, dim)
        self.position = nn.Parameter(torch.randn(length, dim) * 0.02)
        block = nn.TransformerEncoderLayer(dim, heads, 64, dropout=0.0, batch_first=True)
        self.blocks = nn.TransformerEncoder(block, layers)
        self.score = nn.Linear(dim, 1)

    def forward(self, events):
        h = self.event(events) + self.position[: events.size(1)]
        h = self.blocks(h)
        return self.score(h.mean(dim=1)).squeeze(-1)
