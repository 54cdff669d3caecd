from torch import nn


class Encoder(nn.Module):
    def __init__(self, features=6, width=8):
        super().__init__()
        self.first = nn.Linear(features, width)
        self.last = nn.Linear(width, 3)

    def forward(self, x):
        x = self.first(x)
        x = (x - x.mean(dim=1, keepdim=True)) / (x.std(dim=1, keepdim=True, unbiased=False) + 1e-3)
        return self.last(x)
