import torch
from torch import nn


def length_mask(lengths, frames):
    """True for the frames that belong to the utterance, (batch, frames)."""
    return torch.arange(frames, device=lengths.device)[None, :] < lengths[:, None]


class AttentivePooling(nn.Module):
    """Weighted mean and standard deviation over time (attentive statistics pooling)."""

    def __init__(self, width, hidden=16):
        super().__init__()
        self.attention = nn.Sequential(nn.Linear(width, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, x, lengths):
        """x (batch, frames, width), lengths (batch,) -> (batch, 2 * width)"""
        mask = length_mask(lengths, x.shape[1]).unsqueeze(-1)
        scores = self.attention(x).masked_fill(~mask, float("-inf"))
        weights = scores.softmax(dim=1)
        mean = (weights * x).sum(dim=1)
        variance = (weights * (x - mean.unsqueeze(1)) ** 2).sum(dim=1)
        return torch.cat([mean, (variance + 1e-6).sqrt()], dim=-1)
