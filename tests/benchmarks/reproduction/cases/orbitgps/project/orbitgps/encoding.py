import math

import torch
from torch import nn


class TimeEncoding(nn.Module):
    """Adds waves of the time since the first fix to each step."""

    def __init__(self, width, longest=10_000.0):
        super().__init__()
        rates = torch.exp(torch.arange(0, width, 2) * (-math.log(longest) / width))
        self.register_buffer("rates", rates, persistent=False)

    def forward(self, x):
        angles = torch.arange(x.shape[1], device=x.device)[:, None] * self.rates
        return x + torch.cat([angles.sin(), angles.cos()], dim=-1)
