import math

import torch
from torch import nn


class FourierFeatures(nn.Module):
    """cos(xW + b) with W drawn once from a Gaussian (Rahimi & Recht)."""

    def __init__(self, n_in, n_out, bandwidth):
        super().__init__()
        self.register_buffer("w", torch.randn(n_in, n_out) / bandwidth)
        self.register_buffer("b", 2 * math.pi * torch.rand(n_out))
        self.scale = math.sqrt(2.0 / n_out)

    @torch.no_grad()
    def forward(self, x):
        return self.scale * torch.cos(x @ self.w + self.b)
