import math

import torch
from torch import nn
from torch.nn import functional as F


class Tower(nn.Module):
    def __init__(self, inputs, width=32, out=16):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, width), nn.GELU(), nn.Linear(width, out))

    def forward(self, x):
        return F.normalize(self.layers(x), dim=-1)


class Cliplet(nn.Module):
    """Two towers and a learned temperature."""

    def __init__(self, image=24, text=12):
        super().__init__()
        self.image = Tower(image)
        self.text = Tower(text)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))

    def forward(self, images, texts):
        """Similarity of each image with each text."""
        scale = self.logit_scale.exp().clamp(max=100.0)
        return scale * self.image(images) @ self.text(texts).T


def contrastive_loss(logits):
    target = torch.arange(len(logits), device=logits.device)
    return (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
