"""Gesture classification from synthetic range-Doppler sequences."""
import numpy as np
import torch
from torch import nn

GESTURES = ("push", "pull", "swipe", "circle", "hold")


class Params:
    seed = 40
    frames, doppler = 16, 16
    n_train, n_test = 1500, 400
    hidden = 48
    keep_prob = 0.9
    lr = 1e-3
    epochs = 20
    batch = 50


def gesture(kind, rng, p):
    t = np.linspace(0, 1, p.frames)
    speed = rng.uniform(0.7, 1.2)
    v = {0: speed * np.sin(np.pi * t), 1: -speed * np.sin(np.pi * t), 2: speed * np.cos(np.pi * t),
         3: speed * np.sin(2 * np.pi * t), 4: 0 * t}[kind]
    d = np.linspace(-1.5, 1.5, p.doppler)
    m = np.exp(-((d[None] - v[:, None]) ** 2) / 0.08)
    return rng.uniform(0.7, 1.3) * m + 0.5 * rng.standard_normal(m.shape)


def sample(n, rng, p):
    y = rng.integers(0, len(GESTURES), n)
    x = np.stack([gesture(k, rng, p) for k in y])
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


class Block(nn.Module):
    def __init__(self, n_in, n_out, p):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)
        self.drop = nn.Dropout(1 - p.keep_prob)

    def forward(self, x):
        return self.drop(torch.relu(self.lin(x)))


class GestureNet(nn.Module):
    def __init__(self, p):
        super().__init__()
        h = p.hidden
        self.blocks = nn.Sequential(Block(p.frames * p.doppler, h, p), Block(h, h, p), Block(h, h, p))
        self.out = nn.Linear(h, len(GESTURES))

    def forward(self, x):
        return self.out(self.blocks(x.flatten(1)))


def main(p=Params):
    rng = np.random.default_rng(p.seed)
    torch.manual_seed(p.seed)
    xtr, ytr = sample(p.n_train, rng, p)
    xte, yte = sample(p.n_test, rng, p)
    net = GestureNet(p)
    opt = torch.optim.Adam(net.parameters(), lr=p.lr)
    for ep in range(p.epochs):
        net.train()
        loss_sum = 0
        for b in torch.randperm(p.n_train).split(p.batch):
            loss = nn.functional.cross_entropy(net(xtr[b]), ytr[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
            loss_sum += loss.item() * len(b)
        net.eval()
        with torch.no_grad():
            acc = (net(xte).argmax(1) == yte).float().mean()
        print(f"{ep + 1:2d}  train loss {loss_sum / p.n_train:.3f}  test accuracy {acc:.3f}")


main()
