from torch import nn


class LoadForecaster(nn.Module):
    """Two strided convolutions over the last hours, then the next-hours head."""

    def __init__(self, history, horizon, channels=24):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.InstanceNorm1d(1),
            nn.Conv1d(1, channels, kernel_size=5, padding=2, stride=2),
            nn.ReLU(),
            nn.Conv1d(channels, channels, kernel_size=5, padding=2, stride=2),
            nn.ReLU(),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(channels * (history // 4), 64),
            nn.ReLU(),
            nn.Linear(64, horizon),
        )

    def forward(self, window):
        return self.head(self.encoder(window.unsqueeze(1)))
