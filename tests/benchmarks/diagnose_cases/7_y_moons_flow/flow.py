import math

import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, flip, hidden=48):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(),
                                 nn.Linear(hidden, 2))
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def forward(self, x):
        a, b = x.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        s = 2 * torch.tanh(s / 2)
        b = b * s.exp() + t
        return torch.cat([b, a] if self.flip else [a, b], 1), s.squeeze(1)


class RealNVP(nn.Module):
    def __init__(self, n_layers=8):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(flip=i % 2 == 1) for i in range(n_layers))

    def log_prob(self, x):
        logdet = 0.0
        for layer in self.layers:
            x, ld = layer(x)
            logdet = logdet + ld
        return -0.5 * (x ** 2).sum(1) - math.log(2 * math.pi) + logdet
