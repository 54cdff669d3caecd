"""Dolphin whistles: tell rising from falling from flat calls in raw hydrophone audio."""
import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

LENGTH = 400
CLASSES = ("falling", "flat", "rising")


def synth(n):
    label = torch.randint(0, 3, (n,))
    t = torch.arange(LENGTH).float()
    centre = 0.035 + 0.01 * torch.rand(n, 1)
    span = 0.025 * (label - 1).float().unsqueeze(1)
    freq = centre + span * (t / LENGTH - 0.5)
    # flat calls wobble over the same band
    freq = freq + (label == 1).float().unsqueeze(1) * 0.0125 * torch.sin(2 * math.pi * (t / LENGTH + torch.rand(n, 1)))
    phase = 2 * math.pi * (freq.cumsum(1) + torch.rand(n, 1))
    envelope = torch.sin(math.pi * t / LENGTH)
    wave = envelope * torch.sin(phase) + 0.15 * torch.randn(n, LENGTH)
    return wave.unsqueeze(1), label


class WhistleNet(nn.Module):
    def __init__(self, channels=16):
        super().__init__()
        k = 3
        self.net = nn.Sequential(
            nn.Conv1d(1, channels, k, stride=2, padding=k // 2),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
            nn.Conv1d(channels, channels, k, stride=2, padding=k // 2),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
            nn.AdaptiveAvgPool1d(1),
            nn.Flatten(),
            nn.Linear(channels, len(CLASSES)),
        )

    def forward(self, x):
        return self.net(x)


def main():
    torch.manual_seed(8)
    train_ds = TensorDataset(*synth(1200))
    x_test, y_test = synth(300)
    loader = DataLoader(train_ds, batch_size=50, shuffle=True)
    model = WhistleNet()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(9):
        model.train()
        running = 0.0
        for x, y in loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            running += loss.item()
        model.eval()
        with torch.no_grad():
            pred = model(x_test).argmax(1)
        print(f"epoch {epoch + 1:2d}  loss {running / len(loader):.3f}  test acc {(pred == y_test).float().mean():.3f}")


if __name__ == "__main__":
    main()
