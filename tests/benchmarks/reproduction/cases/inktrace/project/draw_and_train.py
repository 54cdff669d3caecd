import sys

import torch
from torch.nn import functional as F

from inktrace import InkNet, save


def drawings(count=200, points=20, classes=5, seed=0):
    """Circles that were squashed more or less."""
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, classes, (count,), generator=generator)
    angle = torch.linspace(0, 6.28, points)
    height = (1 + labels[:, None]) / classes
    strokes = torch.stack([angle.cos().expand(count, -1), height * angle.sin()], dim=-1)
    return strokes + 0.05 * torch.randn(strokes.shape, generator=generator), labels


def train(net, strokes, labels, steps=150):
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    for _ in range(steps):
        loss = F.cross_entropy(net(strokes), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    activation, folder = sys.argv[1:]
    net = InkNet(activation=activation)
    print(f"loss {train(net, *drawings()):.4f}")
    save(net, folder)
