import torch
from torch import nn


class YieldNet(nn.Module):
    """Tonnes per hectare from weather and soil."""

    def __init__(self, features=8, hidden=32, dropout=0.2):
        super().__init__()
        self.inputs = nn.Linear(features, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.dropout = nn.Dropout(dropout)
        self.output = nn.Linear(hidden, 1)

    def forward(self, x):
        x = self.dropout(torch.relu(self.norm(self.inputs(x))))
        return self.output(x).squeeze(-1)
