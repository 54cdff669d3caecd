from torch import nn


class GaitNet(nn.Module):
    def __init__(self, axes=3, walkers=5, width=16):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(axes, width, 5, padding=2),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            nn.AdaptiveAvgPool1d(1),
            nn.Flatten(),
        )
        self.head = nn.Linear(width, walkers)

    def forward(self, x):
        return self.head(self.body(x))
