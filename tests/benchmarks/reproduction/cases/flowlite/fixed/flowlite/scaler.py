import torch
from torch import nn


class RunningScaler(nn.Module):
    """Scales inputs by what was seen in training: an exponential mean of mean and variance."""

    def __init__(self, features: int, momentum: float = 0.1) -> None:
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("var", torch.ones(features))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            flat = x.detach().flatten(0, -2)
            self.mean = self.mean + self.momentum * (flat.mean(dim=0) - self.mean)
            self.var = self.var + self.momentum * (flat.var(dim=0) - self.var)
        return (x - self.mean) / (self.var + 1e-5).sqrt()
