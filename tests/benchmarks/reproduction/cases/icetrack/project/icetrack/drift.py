import torch
from torch import nn


class DriftModel(nn.Module):
    """Where an ice floe goes next, from its last positions and the wind."""

    def __init__(self, history=6, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(4, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 2)
        self.history = history

    def forward(self, track):
        states, _ = self.rnn(track)
        return track[:, -1, :2] + self.out(states[:, -1])


def floes(count=64, history=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    wind = torch.randn(count, 1, 2, generator=generator).expand(count, history + 1, 2)
    steps = 0.1 * wind + 0.02 * torch.randn(count, history + 1, 2, generator=generator)
    positions = steps.cumsum(dim=1)
    track = torch.cat([positions[:, :-1], wind[:, :-1]], dim=-1)
    return track, positions[:, -1]
