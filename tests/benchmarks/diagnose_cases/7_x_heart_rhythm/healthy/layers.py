from torch import nn


class ResidualBlock1d(nn.Module):
    def __init__(self, channels, kernel_size, dilation=1):
        super().__init__()
        pad = dilation * (kernel_size - 1) // 2
        self.body = nn.Sequential(
            nn.Conv1d(channels, channels, kernel_size, padding=pad, dilation=dilation),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
            nn.Conv1d(channels, channels, kernel_size, padding=pad, dilation=dilation),
            nn.BatchNorm1d(channels),
        )
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act(x + self.body(x))


class RhythmNet(nn.Module):
    def __init__(self, width=16, kernel_size=5, blocks=2, classes=3):
        super().__init__()
        self.stem = nn.Conv1d(1, width, 7, stride=2, padding=3)
        self.blocks = nn.Sequential(*[ResidualBlock1d(width, kernel_size, 1 + k % 2) for k in range(blocks)])
        self.fc = nn.Linear(width, classes)

    def forward(self, x):
        h = self.blocks(self.stem(x))
        return self.fc(h.mean(-1))
