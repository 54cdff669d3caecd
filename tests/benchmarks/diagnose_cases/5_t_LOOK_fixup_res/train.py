"""Residual MLP without normalisation; every residual branch starts as identity."""
import numpy as np
import torch
from torch import nn


class ResBlock(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.fc1 = nn.Linear(d, d)
        self.fc2 = nn.Linear(d, d)
        self.gate = nn.Parameter(torch.zeros(1))
        nn.init.zeros_(self.fc2.bias)

    def forward(self, x):
        return x + self.gate * self.fc2(torch.relu(self.fc1(x)))


class DeepNet(nn.Module):
    def __init__(self, n_in, d=48, depth=8):
        super().__init__()
        self.stem = nn.Linear(n_in, d)
        self.blocks = nn.Sequential(*[ResBlock(d) for _ in range(depth)])
        self.head = nn.Linear(d, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x))).squeeze(1)


def friedman(n, rng):
    x = rng.random((n, 8))
    y = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - .5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return x, y + rng.normal(0, 0.5, n)


rng = np.random.default_rng(33)
torch.manual_seed(33)
x, y = friedman(2500, rng)
m, s = y[:2000].mean(), y[:2000].std()
x = torch.tensor((x - 0.5) * 3.46, dtype=torch.float32)
y = torch.tensor((y - m) / s, dtype=torch.float32)
net = DeepNet(8)
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
for epoch in range(20):
    for b in torch.randperm(2000).split(50):
        loss = nn.functional.mse_loss(net(x[b]), y[b])
        opt.zero_grad()
        loss.backward()
        opt.step()
    with torch.no_grad():
        t = nn.functional.mse_loss(net(x[2000:]), y[2000:]).item()
    print(f"epoch {epoch:2d} batch mse {loss.item():.4f} test R2 {1 - t / y[2000:].var().item():.4f}")
