"""python mushrooms.py: edible or not, from made-up measurements. One class is rare."""

import torch
from torch import nn
from torch.nn import functional as F

from mushconf import evaluate, format_report

NAMES = ["edible", "inedible", "deadly"]


def measurements(count, seed=0):
    generator = torch.Generator().manual_seed(seed)
    shares = torch.tensor([0.7, 0.25, 0.05])
    labels = torch.multinomial(shares, count, replacement=True, generator=generator)
    centres = torch.tensor([[0.0, 0.0, 0.5], [1.0, 0.5, 0.0], [1.5, 1.5, 1.0]])
    features = centres[labels] + 0.6 * torch.randn(count, 3, generator=generator)
    return features, labels


def train(features, labels, steps=200):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, len(NAMES)))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        loss = F.cross_entropy(model(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


if __name__ == "__main__":
    model = train(*measurements(600))
    features, labels = measurements(300, seed=1)
    batches = list(zip(features.split(50), labels.split(50)))
    print(format_report(evaluate(model, batches, len(NAMES)), NAMES))
