import math

import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, keep, hidden=48):
        super().__init__()
        self.keep = keep
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 2))
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def forward(self, x):
        a, b = x[:, self.keep:self.keep + 1], x[:, 1 - self.keep:2 - self.keep]
        raw, shift = self.net(a).chunk(2, 1)
        log_s = 2 * torch.tanh(raw / 2)
        b = b * log_s.exp() + shift
        out = torch.cat([a, b] if self.keep == 0 else [b, a], 1)
        return out, log_s.squeeze(1)


class Flow(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(i % 2) for i in range(layers))

    def log_prob(self, x):
        logdet = torch.zeros(len(x))
        for layer in self.layers:
            x, ld = layer(x)
            logdet = logdet + ld
        return -0.5 * x.pow(2).sum(1) - math.log(2 * math.pi) + logdet
