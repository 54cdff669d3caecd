import torch
from torch import nn


class AttentionPooling(nn.Module):
    """A weighted mean of the words, with learned weights."""

    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, x, mask):
        scores = self.score(x).squeeze(-1)
        scores = scores.masked_fill(~mask, float("-inf"))
        weights = torch.softmax(scores, dim=-1).masked_fill(~mask, 0.0)
        return (weights.unsqueeze(-1) * x).sum(dim=1)
