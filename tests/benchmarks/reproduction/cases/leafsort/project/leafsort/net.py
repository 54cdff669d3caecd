"""The network, and what one step of training is."""

import torch
from torch import nn


class OutlineNet(nn.Module):
    def __init__(self, points=24, species=5, width=32):
        super().__init__()
        self.points = points
        self.layers = nn.Sequential(
            nn.Flatten(), nn.Linear(2 * points, width), nn.Tanh(), nn.Linear(width, species)
        )

    def forward(self, outlines):
        return self.layers(outlines)

    def training_step(self, batch):
        outlines, species = batch
        return nn.functional.cross_entropy(self(outlines), species)

    def configure_optimizer(self, lr):
        return torch.optim.SGD(self.parameters(), lr=lr, momentum=0.9)
