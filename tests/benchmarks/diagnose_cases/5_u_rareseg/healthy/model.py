import math

import torch
from torch import nn
import torch.nn.functional as F


class DenseDetector(nn.Module):
    """Fully convolutional detector: one score per pixel."""

    def __init__(self, width=16, prior=0.02):
        super().__init__()
        self.stem = nn.Conv2d(1, width, 3, padding=1)
        self.tower = nn.ModuleList([nn.Conv2d(width, width, 3, padding=1) for _ in range(3)])
        self.score = nn.Conv2d(width, 1, 1)
        self._init_weights(prior)

    def _init_weights(self, prior):
        prior_bias = -math.log((1 - prior) / prior)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
                nn.init.constant_(m.bias, 0.0)
        nn.init.normal_(self.score.weight, std=0.01)
        nn.init.constant_(self.score.bias, prior_bias)

    def forward(self, x):
        h = F.relu(self.stem(x))
        for conv in self.tower:
            h = F.relu(conv(h))
        return self.score(h)


def focal_loss(logits, target, gamma=2.0, alpha=0.75):
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    p = torch.sigmoid(logits)
    pt = p * target + (1 - p) * (1 - target)
    weight = alpha * target + (1 - alpha) * (1 - target)
    return (weight * (1 - pt) ** gamma * ce).mean()
