import math

import torch
from torch import nn


class TinySegNet(nn.Module):
    """Small encoder/decoder that marks defect pixels on a metal surface."""

    def __init__(self, width=12, prior=0.03):
        super().__init__()
        self.down = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1), nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, stride=2), nn.ReLU(),
        )
        self.mid = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU())
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Conv2d(width, 1, 3, padding=1)
        self.init_weights(prior)

    def init_weights(self, prior):
        log_odds = -math.log((1 - prior) / prior)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
                nn.init.zeros_(m.bias)
        nn.init.constant_(self.head.bias, log_odds)

    def forward(self, x):
        return self.head(self.up(self.mid(self.down(x)))).squeeze(1)
