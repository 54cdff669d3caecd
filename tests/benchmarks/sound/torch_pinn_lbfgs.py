"""Solve the one-dimensional heat equation with a physics-informed network."""

import math

import torch
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
DIFFUSIVITY = 0.1


class PINN(nn.Module):
    def __init__(self, width=32, depth=4):
        super().__init__()
        self.first = nn.Linear(2, width)
        self.hidden = nn.ModuleList([nn.Linear(width, width) for _ in range(depth - 1)])
        self.out = nn.Linear(width, 1)

    def forward(self, x, t):
        h = torch.tanh(self.first(torch.cat([x, t], dim=1)))
        for layer in self.hidden:
            h = torch.tanh(layer(h))
        return self.out(h)


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


net = PINN()
x = torch.rand(2000, 1, requires_grad=True)
t = torch.rand(2000, 1, requires_grad=True)
x_start = torch.rand(200, 1)
u_start = torch.sin(math.pi * x_start)
t_edge = torch.rand(200, 1)


def loss_function():
    u = net(x, t)
    residual = derivative(u, t) - DIFFUSIVITY * derivative(derivative(u, x), x)
    start = net(x_start, torch.zeros_like(x_start)) - u_start
    left = net(torch.zeros_like(t_edge), t_edge)
    right = net(torch.ones_like(t_edge), t_edge)
    return (
        residual.pow(2).mean()
        + start.pow(2).mean()
        + left.pow(2).mean()
        + right.pow(2).mean()
    )


adam = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(2000):
    adam.zero_grad()
    loss = loss_function()
    loss.backward()
    adam.step()

lbfgs = torch.optim.LBFGS(net.parameters(), max_iter=500, line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    loss = loss_function()
    loss.backward()
    return loss


lbfgs.step(closure)
print("final loss", loss_function().item())
