"""Damped oscillator u'' + 0.4 u' + 9 u = 0 solved with a physics-informed network."""
import math
import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)

MU, W2 = 0.4, 9.0


class Net(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(),
                                 nn.Linear(width, 1))

    def forward(self, t):
        # u(0) = 1 and u'(0) = 0 hold by construction
        return 1 + t ** 2 * self.net(t)


def exact(t):
    w = math.sqrt(W2 - MU ** 2 / 4)
    return torch.exp(-MU / 2 * t) * (torch.cos(w * t) + MU / (2 * w) * torch.sin(w * t))


t = torch.linspace(0, 3, 80).unsqueeze(1).requires_grad_(True)
net = Net()
opt = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=30, history_size=50, line_search_fn="strong_wolfe")


def residual():
    u = net(t)
    du, = torch.autograd.grad(u.sum(), t, create_graph=True)
    ddu, = torch.autograd.grad(du.sum(), t, create_graph=True)
    return ddu + MU * du + W2 * u


def closure():
    opt.zero_grad()
    loss = residual().pow(2).mean()
    loss.backward()
    return loss


for it in range(20):
    loss = opt.step(closure)
    with torch.no_grad():
        err = (net(t) - exact(t)).abs().max().item()
    print(f"round {it:2d} residual {loss.item():.3e} max error {err:.3e}")
