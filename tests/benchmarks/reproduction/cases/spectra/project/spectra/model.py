from torch import nn


def make_classifier(bins=64, classes=3, hidden=32):
    return nn.Sequential(
        nn.LayerNorm(bins),
        nn.Linear(bins, hidden),
        nn.ReLU(),
        nn.Linear(hidden, classes),
    )
