import torch
from torch import nn


def heating_curves(count=256, seed=0):
    """Temperature after a minute from (temperature, power, door)."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.rand(count, 3, generator=generator)
    y = x[:, :1] + 0.3 * x[:, 1:2] * (1 - x[:, 2:]) - 0.1 * x[:, 2:]
    return x, y


class ThermalModel(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, hidden), nn.SiLU(), nn.Linear(hidden, 1))

    def forward(self, x):
        return x[:, :1] + self.layers(x)
