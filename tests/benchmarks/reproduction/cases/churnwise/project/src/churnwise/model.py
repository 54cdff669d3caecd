import torch
from torch import nn

from churnwise.table import CARDINALITIES, NUMERIC


class ChurnNet(nn.Module):
    """Logit of leaving, from categories (batch, 2) and numbers (batch, 5)."""

    def __init__(self, embedding=4, hidden=48):
        super().__init__()
        self.embeddings = nn.ModuleList(nn.Embedding(size, embedding) for size in CARDINALITIES)
        self.norm = nn.BatchNorm1d(NUMERIC)
        self.mlp = nn.Sequential(
            nn.Linear(NUMERIC + embedding * len(CARDINALITIES), hidden),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(hidden, 1),
        )

    def forward(self, categories, numbers):
        parts = [table(categories[:, column]) for column, table in enumerate(self.embeddings)]
        return self.mlp(torch.cat([*parts, self.norm(numbers)], dim=1)).squeeze(1)
