"""The network and what is computed from its scores."""

import torch
from torch import nn


class RiskNet(nn.Module):
    def __init__(self, inputs=4, hidden=32):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(inputs, hidden), nn.ReLU(), nn.Dropout(0.1), nn.Linear(hidden, 1)
        )

    def forward(self, features):
        return self.layers(features).squeeze()


def collect(model, loader):
    """All scores and labels of a loader, one after the other."""
    model.eval()
    scores, labels = [], []
    with torch.no_grad():
        for features, batch_labels in loader:
            scores.append(torch.sigmoid(model(features)))
            labels.append(batch_labels)
    return torch.cat(scores), torch.cat(labels)


def accuracy(scores, labels):
    return ((scores > 0.5).float() == labels).float().mean().item()
