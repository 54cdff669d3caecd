from torch import nn


class Backbone(nn.Module):
    def __init__(self, n_in=32, width=64, dim=24):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, width), nn.ReLU(), nn.Linear(width, dim), nn.ReLU())

    def forward(self, x):
        return self.net(x)
