"""A small convolutional network over log-mel frames."""

from torch import nn


class KeywordNet(nn.Module):
    def __init__(self, frontend, bands=20, words=6, width=16):
        super().__init__()
        self.frontend = frontend
        self.body = nn.Sequential(
            nn.Conv1d(bands, width, 5, padding=2),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            nn.Conv1d(width, width, 5, stride=2, padding=2),
            nn.ReLU(),
        )
        self.head = nn.Linear(width, words)

    def forward(self, waves):
        features = self.frontend(waves)
        return self.head(self.body(features).mean(dim=-1))
