"""Tidal constituents as features: where in their cycles the moon and the sun are."""

import math

import torch
from torch import nn

PERIODS_H = (12.4206, 12.0, 12.6583, 23.9345, 25.8193)  # M2, S2, N2, K1, O1


class Harmonics(nn.Module):
    """Sine and cosine of every constituent for each hour of a window."""

    def __init__(self, periods=PERIODS_H):
        super().__init__()
        self.register_buffer("speeds", torch.tensor([2 * math.pi / p for p in periods]))

    @property
    def width(self):
        return 2 * len(self.speeds)

    def forward(self, levels):
        hours = torch.arange(levels.shape[1], dtype=torch.float32, device=levels.device)
        angles = hours[:, None] * self.speeds.float()
        waves = torch.cat([angles.sin(), angles.cos()], dim=-1)
        return waves.expand(levels.shape[0], -1, -1)
