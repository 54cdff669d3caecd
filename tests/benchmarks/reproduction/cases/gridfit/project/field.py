import torch
from torch import nn


class Field(nn.Module):
    """A function of the plane."""

    def __init__(self, hidden):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
        )

    def forward(self, points):
        return self.layers(points).squeeze(-1)


def wanted(points):
    return torch.sin(3 * points[:, 0]) * points[:, 1]
