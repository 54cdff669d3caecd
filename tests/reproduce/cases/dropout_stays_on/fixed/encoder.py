import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, features=6, width=8):
        super().__init__()
        self.first = nn.Linear(features, width)
        self.last = nn.Linear(width, 3)

    def forward(self, x):
        x = torch.dropout(self.first(x), 0.5, self.training)
        return self.last(x)
