"""DeepONet for the antiderivative operator  G[u](y) = int_0^y u(s) ds."""
import argparse

import torch
from torch import nn


def mlp(sizes):
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(nn.Tanh())
    return nn.Sequential(*layers)


class DeepONet(nn.Module):
    def __init__(self, sensors, p=32, width=48):
        super().__init__()
        self.branch = mlp([sensors, width, width, p])
        self.trunk = mlp([1, width, width, p])
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, u, y):
        return self.branch(u) @ self.trunk(y).T + self.bias


def random_functions(n, sensors, modes=4):
    s = torch.linspace(0, 1, sensors)
    k = torch.arange(1, modes + 1)[:, None]
    a, b = torch.randn(n, modes) / k.T, torch.randn(n, modes) / k.T
    u = a @ torch.sin(torch.pi * k * s) + b @ torch.cos(torch.pi * k * s)
    g = a @ ((1 - torch.cos(torch.pi * k * s)) / (torch.pi * k)) + b @ (torch.sin(torch.pi * k * s) / (torch.pi * k))
    return u, g


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--sensors", type=int, default=40)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--iterations", type=int, default=2500)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--seed", type=int, default=12)
    a = ap.parse_args()

    torch.manual_seed(a.seed)
    u_train, g_train = random_functions(1500, a.sensors)
    u_test, g_test = random_functions(300, a.sensors)
    y = torch.linspace(0, 1, a.sensors)[:, None]

    net = DeepONet(a.sensors)
    optimizer = torch.optim.Adam(net.parameters(), lr=a.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, a.iterations, eta_min=a.lr / 50)
    for it in range(1, a.iterations + 1):
        i = torch.randint(len(u_train), (a.batch,))
        loss = (net(u_train[i], y) - g_train[i]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        if it % 250 == 0:
            with torch.no_grad():
                pred = net(u_test, y)
            rel = ((pred - g_test).norm(dim=1) / g_test.norm(dim=1)).mean()
            print(f"{it:5d}  loss {loss.item():.2e}  mean relative test error {rel.item():.3f}")


if __name__ == "__main__":
    main()
