"""Weave direction of fabric samples photographed on the inspection table."""
import math

import torch
from torch import nn

import settings as cfg

ANGLES = {"warp": 0.0, "weft": 90.0, "twill_left": 45.0, "twill_right": 135.0}


def photograph(n):
    size = cfg.IMAGE_SIZE
    yy, xx = torch.meshgrid(torch.arange(size).float(), torch.arange(size).float(), indexing="ij")
    labels = torch.randint(0, len(cfg.WEAVES), (n,))
    images = torch.empty(n, 1, size, size)
    for i, c in enumerate(labels.tolist()):
        theta = math.radians(ANGLES[cfg.WEAVES[c]] + 8 * torch.randn(1).item())
        pitch = 4.0 + 2.0 * torch.rand(1).item()
        phase = 2 * math.pi * torch.rand(1).item()
        wave = torch.cos(2 * math.pi / pitch * (xx * math.cos(theta) + yy * math.sin(theta)) + phase)
        images[i, 0] = wave
    return images + 0.6 * torch.randn_like(images), labels


def conv_net(channels, kernel_size, classes):
    modules, previous = [], 1
    for width in channels:
        modules += [
            nn.Conv2d(previous, width, kernel_size, padding=kernel_size // 2),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.AvgPool2d(2),
        ]
        previous = width
    modules += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(previous, classes)]
    return nn.Sequential(*modules)


torch.manual_seed(cfg.SEED)
x_train, y_train = photograph(1500)
x_test, y_test = photograph(400)
model = conv_net(cfg.CHANNELS, cfg.KERNEL_SIZE, len(cfg.WEAVES))
print(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.LEARNING_RATE)
for epoch in range(cfg.EPOCHS):
    model.train()
    losses = []
    for idx in torch.randperm(len(x_train)).split(cfg.BATCH_SIZE):
        logits = model(x_train[idx])
        loss = nn.functional.cross_entropy(logits, y_train[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.inference_mode():
        acc = (model(x_test).argmax(dim=1) == y_test).float().mean().item()
    print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}  test accuracy {acc:.3f}")
