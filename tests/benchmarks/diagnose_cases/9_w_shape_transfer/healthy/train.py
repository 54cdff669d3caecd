"""Pre-train a small conv net on source shapes, then transfer it to a new label set."""
from dataclasses import dataclass
import numpy as np
import torch
from torch import nn


@dataclass
class HParams:
    size: int = 14
    pre_epochs: int = 4
    ft_epochs: int = 10
    bs: int = 50
    seed: int = 9


def draw(n, kinds, hp, rng):
    x = rng.normal(0, 0.25, (n, 1, hp.size, hp.size)).astype(np.float32)
    y = rng.integers(0, len(kinds), n)
    for i in range(n):
        r, c = rng.integers(0, hp.size - 6, 2)
        patch = x[i, 0, r:r + 6, c:c + 6]
        k = kinds[y[i]]
        if k == "h": patch[1::3] += 1.2
        elif k == "v": patch[:, 1::3] += 1.2
        elif k == "d": patch += 1.2 * np.eye(6)
        elif k == "a": patch += 1.2 * np.eye(6)[::-1]
        elif k == "box": patch[[0, -1]] += 1.2; patch[1:-1, [0, -1]] += 1.2
        elif k == "plus": patch[3] += 1.2; patch[:, 3] += 1.2
        elif k == "x": patch += 1.2 * np.maximum(np.eye(6), np.eye(6)[::-1])
        elif k == "dot": patch[2:4, 2:4] += 1.8
    return torch.from_numpy(x), torch.from_numpy(y)


class Net(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.AdaptiveMaxPool2d(2))
        self.fc = nn.Linear(24 * 4, n_classes)

    def forward(self, x):
        return self.fc(self.features(x).flatten(1))


def fit(model, opt, x, y, epochs, bs):
    ce = nn.CrossEntropyLoss()
    for _ in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(bs):
            loss = ce(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
    return loss.item()


@torch.no_grad()
def acc(model, x, y):
    model.eval()
    return (model(x).argmax(1) == y).float().mean().item()


def main(hp):
    torch.manual_seed(hp.seed)
    rng = np.random.default_rng(hp.seed)
    source = draw(1600, ["h", "v", "d", "dot"], hp, rng)
    target_tr = draw(1000, ["box", "plus", "x", "a", "v", "dot"], hp, rng)
    target_va = draw(600, ["box", "plus", "x", "a", "v", "dot"], hp, rng)

    net = Net(4)
    fit(net, torch.optim.Adam(net.parameters(), lr=2e-3), *source, hp.pre_epochs, hp.bs)
    print(f"source train acc {acc(net, *source):.3f}")

    for p in net.features.parameters():
        p.requires_grad_(False)
    net.fc = nn.Linear(net.fc.in_features, 6)
    opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.05, momentum=0.9)
    last = fit(net, opt, *target_tr, hp.ft_epochs, hp.bs)
    print(f"target loss {last:.3f} val acc {acc(net, *target_va):.3f}")


main(HParams())
