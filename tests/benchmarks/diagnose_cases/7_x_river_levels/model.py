import torch
from torch import nn


class GatedResidual(nn.Module):
    """Causal convolution block that starts as the identity."""

    def __init__(self, width, kernel, dilation):
        super().__init__()
        self.pad = (kernel - 1) * dilation
        self.conv = nn.Conv1d(width, 2 * width, kernel, dilation=dilation)
        self.proj = nn.Conv1d(width, width, 1)
        nn.init.zeros_(self.proj.weight)
        nn.init.zeros_(self.proj.bias)

    def forward(self, x):
        a, b = self.conv(nn.functional.pad(x, (self.pad, 0))).chunk(2, dim=1)
        return x + self.proj(torch.tanh(a) * torch.sigmoid(b))


class LevelNet(nn.Module):
    def __init__(self, n_in, width=16, kernel=3, depth=3):
        super().__init__()
        self.lift = nn.Conv1d(n_in, width, 1)
        self.blocks = nn.Sequential(*[GatedResidual(width, kernel, 2 ** k) for k in range(depth)])
        self.out = nn.Linear(width, 1)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, x):
        last = x[:, 0, -1]
        return last + self.out(self.blocks(self.lift(x))[:, :, -1]).squeeze(-1)
