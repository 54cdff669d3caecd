import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, features=6, width=8, gain=1.0):
        super().__init__()
        self.first = nn.Linear(features, width)
        self.last = nn.Linear(width, 3)
        self.gain = gain

    def forward(self, x):
        return self.last(torch.relu(self.first(x))) * self.gain
