from torch import nn


class Encoder(nn.Module):
    def __init__(self, length, width, proj):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(length, 2 * width), nn.BatchNorm1d(2 * width), nn.ReLU(),
                                  nn.Linear(2 * width, width), nn.BatchNorm1d(width), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, proj))

    def features(self, x):
        return self.body(x)

    def forward(self, x):
        return self.head(self.body(x))
