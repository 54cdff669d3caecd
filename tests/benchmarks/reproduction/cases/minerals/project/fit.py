"""python fit.py weights.pt"""

import sys

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from minerals.dataset import MineralDataset
from minerals.model import build
from minerals.samples import collect


def fit(dataset, epochs=40, seed=0):
    torch.manual_seed(seed)
    model = build(len(dataset.classes))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(epochs):
        for measurements, labels in DataLoader(dataset, 32, shuffle=True):
            loss = F.cross_entropy(model(measurements), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return model


if __name__ == "__main__":
    torch.save(fit(MineralDataset(collect())).state_dict(), sys.argv[1])
