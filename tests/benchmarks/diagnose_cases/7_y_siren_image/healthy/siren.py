import math

import torch
from torch import nn


class SineLayer(nn.Module):
    def __init__(self, n_in, n_out, omega_0, first=False):
        super().__init__()
        self.omega_0 = omega_0
        self.linear = nn.Linear(n_in, n_out)
        with torch.no_grad():
            if first:
                bound = 1 / n_in
            else:
                bound = math.sqrt(6 / n_in) / omega_0
            self.linear.weight.uniform_(-bound, bound)

    def forward(self, x):
        return torch.sin(self.omega_0 * self.linear(x))


class Siren(nn.Module):
    def __init__(self, n_in=2, hidden=64, layers=2, n_out=1, omega_0=15.0):
        super().__init__()
        blocks = [SineLayer(n_in, hidden, omega_0, first=True)]
        blocks += [SineLayer(hidden, hidden, omega_0) for _ in range(layers)]
        self.blocks = nn.Sequential(*blocks)
        self.last = nn.Linear(hidden, n_out)

    def forward(self, xy):
        return self.last(self.blocks(xy))
