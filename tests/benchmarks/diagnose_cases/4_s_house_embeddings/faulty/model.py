import torch
from torch import nn


class TabularNet(nn.Module):
    """entity embeddings for the categorical columns + numeric columns"""

    def __init__(self, cardinalities, n_numeric, emb_dim=3, hidden=64):
        super().__init__()
        self.tables = [nn.Embedding(c, emb_dim) for c in cardinalities]
        self.mlp = nn.Sequential(
            nn.Linear(emb_dim * len(cardinalities) + n_numeric, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, cat, num):
        parts = [table(cat[:, j]) for j, table in enumerate(self.tables)]
        return self.mlp(torch.cat(parts + [num], dim=1)).squeeze(1)
