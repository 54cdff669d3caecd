"""Physics-informed fit of a damped oscillator: u'' + 0.4 u' + 4 u = 0, u(0)=1, u'(0)=0."""
import math

import torch
from torch import nn

torch.manual_seed(18)
torch.set_default_dtype(torch.float64)

net = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
t = torch.linspace(0, 3, 80).unsqueeze(1).requires_grad_(True)
t0 = torch.zeros(1, 1, requires_grad=True)


def d(u, x):
    return torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]


def physics_loss():
    u = net(t)
    du = d(u, t)
    ddu = d(du, t)
    residual = ddu + 0.4 * du + 4 * u
    u0 = net(t0)
    start = (u0 - 1).square().mean() + d(u0, t0).square().mean()
    return residual.square().mean() + 20 * start


opt = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=100, history_size=50, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    loss = physics_loss()
    loss.backward()
    return loss


for epoch in range(8):
    loss = opt.step(closure)
    print(f"epoch {epoch} loss before the step {loss.item():.3e}")

w = math.sqrt(4 - 0.04)
with torch.no_grad():
    exact = torch.exp(-0.2 * t) * (torch.cos(w * t) + 0.2 / w * torch.sin(w * t))
    print(f"max error against the exact solution {(net(t) - exact).abs().max().item():.5f}")
