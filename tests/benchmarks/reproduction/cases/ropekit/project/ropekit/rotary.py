import torch
from torch import nn


class RotaryEmbedding(nn.Module):
    """Turns pairs of features by an angle that grows with the position."""

    def __init__(self, width: int, longest: int = 512, base: float = 10_000.0) -> None:
        super().__init__()
        rates = base ** (-torch.arange(0, width, 2) / width)
        angles = torch.outer(torch.arange(longest), rates)
        self.cos = angles.cos()
        self.sin = angles.sin()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        length = x.size(-2)
        cos, sin = self.cos[:length], self.sin[:length]
        even, odd = x[..., 0::2], x[..., 1::2]
        turned = torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1)
        return turned.flatten(-2)
