"""Adapt a keyword spotter to one speaker with a low-rank correction of its layers."""
import math

import torch
from torch import nn
import torch.nn.functional as F

KEYWORDS, DIM = 8, 40


class AdaptedLinear(nn.Module):
    def __init__(self, base, rank=4):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.down = nn.Parameter(torch.empty(rank, base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))

    def forward(self, x):
        return self.base(x) + 2.0 * (x @ self.down.T @ self.up.T)


class Spotter(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(DIM, 96)
        self.l2 = nn.Linear(96, 96)
        self.l3 = nn.Linear(96, KEYWORDS)

    def forward(self, x):
        return self.l3(F.relu(self.l2(F.relu(self.l1(x)))))


def fit(model, params, x, y, epochs, lr):
    opt = torch.optim.Adam(params, lr=lr)
    for epoch in range(epochs):
        for idx in torch.randperm(len(x)).split(32):
            opt.zero_grad()
            loss = F.cross_entropy(model(x[idx]), y[idx])
            loss.backward()
            opt.step()
        if (epoch + 1) % 10 == 0:
            print(f"    epoch {epoch + 1}: loss {loss.item():.3f}")


def accuracy(model, x, y):
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(8)
    centres = torch.randn(KEYWORDS, DIM)

    def speech(n, accent):
        y = torch.randint(0, KEYWORDS, (n,))
        return (centres[y] + 0.9 * torch.randn(n, DIM)) @ accent, y

    common = torch.eye(DIM)
    u, v = torch.linalg.qr(torch.randn(DIM, 3))[0], torch.linalg.qr(torch.randn(DIM, 3))[0]
    speaker = common - 6.0 * u @ v.T

    base = Spotter()
    x, y = speech(3000, common)
    print("general model")
    fit(base, base.parameters(), x, y, epochs=10, lr=1e-3)
    xs, ys = speech(600, speaker)
    xt, yt = speech(600, speaker)
    print(f"general speech {accuracy(base, *speech(600, common)):.3f}, this speaker {accuracy(base, xt, yt):.3f}")

    for name in ("l1", "l2"):
        setattr(base, name, AdaptedLinear(getattr(base, name)))
    base.l3.requires_grad_(False)
    trainable = [p for p in base.parameters() if p.requires_grad]
    print(f"adapting {sum(p.numel() for p in trainable)} of {sum(p.numel() for p in base.parameters())} values")
    fit(base, trainable, xs, ys, epochs=40, lr=3e-3)
    print(f"this speaker after adaptation {accuracy(base, xt, yt):.3f}")


if __name__ == "__main__":
    main()
