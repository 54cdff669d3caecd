"""PINN for the damped oscillator u'' + 2 d u' + w^2 u = 0 on [0, 1]."""
import argparse
import numpy as np
import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--d", type=float, default=1.5)
parser.add_argument("--w0", type=float, default=8.0)
parser.add_argument("--hidden", type=int, default=32)
parser.add_argument("--n_layers", type=int, default=3)
parser.add_argument("--n_colloc", type=int, default=60)
parser.add_argument("--steps", type=int, default=2500)
parser.add_argument("--seed", type=int, default=123)
opt = parser.parse_args()
torch.manual_seed(opt.seed)


def exact(t):
    w = np.sqrt(opt.w0 ** 2 - opt.d ** 2)
    phi = np.arctan(-opt.d / w)
    amp = 1 / (2 * np.cos(phi))
    return torch.exp(-opt.d * t) * 2 * amp * torch.cos(phi + w * t)


class FCN(nn.Module):
    def __init__(self, hidden, n_layers):
        super().__init__()
        activation = nn.Tanh
        blocks = [nn.Linear(1, hidden), activation()]
        for _ in range(n_layers - 1):
            blocks += [nn.Linear(hidden, hidden), activation()]
        self.net = nn.Sequential(*blocks, nn.Linear(hidden, 1))

    def forward(self, t):
        return self.net(2 * t - 1)


def derivative(u, t):
    return torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)[0]


model = FCN(opt.hidden, opt.n_layers)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1000, gamma=0.5)
t_col = torch.linspace(0, 1, opt.n_colloc).view(-1, 1).requires_grad_()
t0 = torch.zeros(1, 1, requires_grad=True)
t_test = torch.rand(200, 1)

for step in range(1, opt.steps + 1):
    optimizer.zero_grad()
    u0 = model(t0)
    loss_ic = (u0 - 1).pow(2).squeeze() + 1e-1 * derivative(u0, t0).pow(2).squeeze()
    u = model(t_col)
    du = derivative(u, t_col)
    residual = derivative(du, t_col) + 2 * opt.d * du + opt.w0 ** 2 * u
    loss = loss_ic + 1e-4 * residual.pow(2).mean()
    loss.backward()
    optimizer.step()
    scheduler.step()
    if step % 500 == 0:
        with torch.no_grad():
            err = (model(t_test) - exact(t_test)).norm() / exact(t_test).norm()
        print(f"step {step} ic {loss_ic.item():.2e} total {loss.item():.2e} rel-L2 vs exact {err.item():.4f}")
