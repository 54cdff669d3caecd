import torch
from torch import nn


class RateNet(nn.Module):
    """log of the expected count; starts from the average level of the training data."""

    def __init__(self, n_in, hidden, mean_count):
        super().__init__()
        self.features = nn.Sequential(
            nn.Linear(n_in, hidden), nn.Tanh(),
            nn.Linear(hidden, hidden), nn.Tanh(),
        )
        self.log_rate = nn.Linear(hidden, 1)
        with torch.no_grad():
            self.log_rate.weight.mul_(0.1)
            self.log_rate.bias.fill_(mean_count.log())

    def forward(self, x):
        return self.log_rate(self.features(x)).squeeze(1)
