import torch
from torch import nn

from birdclips.features import LogBands


class CallNet(nn.Module):
    """Which of a few species calls in a clip."""

    def __init__(self, classes=6, bands=20, hidden=32, frame=256, hop=128):
        super().__init__()
        self.features = LogBands(frame, hop, bands)
        self.conv = nn.Sequential(
            nn.Conv1d(bands, hidden, 5, padding=2),
            nn.ReLU(),
            nn.Conv1d(hidden, hidden, 5, padding=2),
            nn.ReLU(),
        )
        self.head = nn.Linear(hidden, classes)

    def forward(self, waves):
        hidden = self.conv(self.features(waves))
        return self.head(torch.amax(hidden, dim=-1))
