import torch
from torch import nn


class GradeNet(nn.Module):
    """Ordinal regression: one logit for each "worse than grade k"."""

    def __init__(self, grades=5, channels=8):
        super().__init__()
        self.grades = grades
        self.features = nn.Sequential(
            nn.Conv2d(3, channels, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(channels, 2 * channels, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        )
        self.score = nn.Linear(2 * channels, 1)
        self.borders = nn.Parameter(torch.linspace(-1, 1, grades - 1))

    def forward(self, images):
        return self.score(self.features(images)) - self.borders

    def loss(self, logits, target):
        worse = (target[:, None] > torch.arange(self.grades - 1)).float()
        return nn.functional.binary_cross_entropy_with_logits(logits, worse)

    @staticmethod
    def grade(logits):
        return (logits > 0).sum(dim=1)
