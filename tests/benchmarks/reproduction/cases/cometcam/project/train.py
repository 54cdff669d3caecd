import argparse

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

from dataset import CometDataset
from frames import record


def build_net():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.AdaptiveMaxPool2d(1),
        nn.Flatten(), nn.Linear(16, 2),
    )


def train(dataset, epochs=5, batch_size=8, lr=3e-3):
    torch.manual_seed(0)
    net = build_net()
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)
    losses = []
    for _ in range(epochs):
        for frames, labels in DataLoader(dataset, batch_size, shuffle=True):
            loss = F.cross_entropy(net(frames), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
    return net, losses


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    print(train(CometDataset(*record(), augment=True), args.epochs)[1])
