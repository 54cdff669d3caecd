import torch
from torch import nn
from torch.nn import functional as F

from ropekit.rotary import RotaryEmbedding


class RotaryAttention(nn.Module):
    def __init__(self, width: int, heads: int, longest: int = 512) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.rotary = RotaryEmbedding(width // heads, longest)

    def _split(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, _ = x.shape
        return x.view(batch, length, self.heads, -1).transpose(1, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = (self._split(part) for part in self.qkv(x).chunk(3, dim=-1))
        mixed = F.scaled_dot_product_attention(self.rotary(q), self.rotary(k), v)
        return self.out(mixed.transpose(1, 2).flatten(2))
