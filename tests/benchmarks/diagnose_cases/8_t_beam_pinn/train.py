import math

import torch
from torch import nn

torch.manual_seed(35)
torch.set_default_dtype(torch.float64)


class Field(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x):
        return x * (1 - x) * self.net(2 * x - 1)


def derivative(u, x):
    return torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]


def exact(x):
    return torch.sin(math.pi * x) + 0.3 * torch.sin(3 * math.pi * x)


def load(x):
    return -math.pi ** 2 * torch.sin(math.pi * x) - 2.7 * math.pi ** 2 * torch.sin(3 * math.pi * x)


field = Field()
points = torch.linspace(0, 1, 80).unsqueeze(1).requires_grad_()
solver = torch.optim.LBFGS(field.parameters(), lr=1.0, max_iter=25, history_size=30, line_search_fn="strong_wolfe")


def residual():
    u = field(points)
    return (derivative(derivative(u, points), points) - load(points)).pow(2).mean()


def closure():
    solver.zero_grad()
    loss = residual()
    loss.backward()
    return loss


for outer in range(1, 21):
    loss = solver.step(closure)
    if outer % 4 == 0:
        x = torch.linspace(0, 1, 501).unsqueeze(1)
        with torch.no_grad():
            err = (field(x) - exact(x)).norm() / exact(x).norm()
        print(f"outer {outer:2d}  residual {loss.item():.3e}  relative error {err.item():.3e}")
