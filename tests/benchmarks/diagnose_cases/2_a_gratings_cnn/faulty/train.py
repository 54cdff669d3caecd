"""Orientation of noisy gratings, network described in config.json."""
import json
import math
from pathlib import Path

import torch
import torch.nn as nn

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])


def gratings(n, size):
    y = torch.randint(0, 4, (n,))
    theta = y * math.pi / 4 + 0.1 * torch.randn(n)
    freq = 0.8 + 0.4 * torch.rand(n)
    phase = 2 * math.pi * torch.rand(n)
    yy, xx = torch.meshgrid(torch.arange(size).float(), torch.arange(size).float(), indexing="ij")
    proj = torch.cos(theta)[:, None, None] * xx + torch.sin(theta)[:, None, None] * yy
    img = torch.sin(freq[:, None, None] * proj + phase[:, None, None])
    return (img + 0.5 * torch.randn(n, size, size)).unsqueeze(1), y


class ConvNet(nn.Module):
    def __init__(self, channels, kernel_size, n_classes=4):
        super().__init__()
        blocks, c_in = [], 1
        for c in channels:
            blocks.append(nn.Sequential(
                nn.Conv2d(c_in, c, kernel_size, padding=kernel_size // 2),
                nn.BatchNorm2d(c),
                nn.ReLU(),
                nn.AvgPool2d(2),
            ))
            c_in = c
        self.blocks = nn.ModuleList(blocks)
        self.gap = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(c_in, n_classes)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.fc(self.gap(x).flatten(1))


x_train, y_train = gratings(cfg["n_train"], cfg["image_size"])
x_test, y_test = gratings(cfg["n_test"], cfg["image_size"])
model = ConvNet(cfg["channels"], cfg["kernel_size"])
optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
criterion = nn.CrossEntropyLoss()

for epoch in range(cfg["epochs"]):
    model.train()
    perm = torch.randperm(cfg["n_train"])
    total = 0.0
    for start in range(0, cfg["n_train"], cfg["batch_size"]):
        idx = perm[start:start + cfg["batch_size"]]
        loss = criterion(model(x_train[idx]), y_train[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(x_test).argmax(1) == y_test).float().mean().item()
    print(f"epoch {epoch + 1}/{cfg['epochs']} loss {total / cfg['n_train']:.4f} test_acc {acc:.3f}")
