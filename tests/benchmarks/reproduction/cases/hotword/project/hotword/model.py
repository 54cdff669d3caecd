from torch import nn


class KeywordNet(nn.Module):
    """Two convolutions over time, the mean over frames, one logit a keyword."""

    def __init__(self, mels=20, channels=24, keywords=4):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv1d(mels, channels, kernel_size=5, padding=2),
            nn.ReLU(),
            nn.Conv1d(channels, channels, kernel_size=5, padding=2),
            nn.ReLU(),
        )
        self.head = nn.Linear(channels, keywords)

    def forward(self, features):
        return self.head(self.encoder(features).mean(dim=-1))
