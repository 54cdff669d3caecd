"""Physics-informed solution of u''(x) = f(x) on [0, 1], u(0) = u(1) = 0."""
import math

import torch
from torch import nn

torch.manual_seed(0)

K = 2


def exact(x):
    return torch.sin(math.pi * x) + 0.5 * torch.sin(K * math.pi * x)


def source(x):
    return -(math.pi ** 2) * torch.sin(math.pi * x) - 0.5 * (K * math.pi) ** 2 * torch.sin(K * math.pi * x)


class PINN(nn.Module):
    def __init__(self, width=32, depth=3):
        super().__init__()
        dims = [1] + [width] * depth
        blocks = []
        for a, b in zip(dims[:-1], dims[1:]):
            blocks += [nn.Linear(a, b), nn.Tanh()]
        blocks.append(nn.Linear(width, 1))
        self.net = nn.Sequential(*blocks)

    def forward(self, x):
        return x * (1 - x) * self.net(2 * x - 1)


def d(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def residual(model, x):
    u = model(x)
    return d(d(u, x), x) - source(x)


model = PINN()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=1800, eta_min=1e-5)
x_eval = torch.linspace(0, 1, 401).unsqueeze(1)

for it in range(1, 1801):
    x = torch.rand(96, 1, requires_grad=True)
    loss = residual(model, x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if it % 300 == 0:
        with torch.no_grad():
            err = (model(x_eval) - exact(x_eval)).norm() / exact(x_eval).norm()
        print(f"iter {it:5d}  residual {loss.item():.3e}  relative L2 error {err.item():.4f}")
