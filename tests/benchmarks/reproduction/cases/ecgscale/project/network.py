import torch
from torch import nn

from scaling import SCALINGS


class BeatClassifier(nn.Module):
    def __init__(self, leads=12, classes=4, width=16, scaling="lead"):
        super().__init__()
        self.scale = SCALINGS[scaling]
        self.features = nn.Sequential(
            nn.Conv1d(leads, width, 7, padding=3),
            nn.ReLU(),
            nn.MaxPool1d(4),
            nn.Conv1d(width, 2 * width, 5, padding=2),
            nn.ReLU(),
            nn.AdaptiveAvgPool1d(1),
            nn.Flatten(),
        )
        self.head = nn.Linear(2 * width, classes)

    def forward(self, records):
        return self.head(self.features(self.scale(records)))
