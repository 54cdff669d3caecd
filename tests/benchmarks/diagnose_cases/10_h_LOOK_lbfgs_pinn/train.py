"""Driven relaxation u' = -u + sin(2t), u(0) = 1, solved with a network and full-batch L-BFGS."""
import torch
from torch import nn

torch.manual_seed(4)
torch.set_default_dtype(torch.float64)
U0, T_END = 1.0, 4.0

t_col = torch.linspace(0, T_END, 64).reshape(-1, 1).requires_grad_(True)
net = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1))


def u(t):
    return U0 + t * net(t / T_END)


def exact(t):
    return 1.4 * torch.exp(-t) + (torch.sin(2 * t) - 2 * torch.cos(2 * t)) / 5


opt = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=20, history_size=50, tolerance_change=1e-13, tolerance_grad=1e-10, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    y = u(t_col)
    dy, = torch.autograd.grad(y.sum(), t_col, create_graph=True)
    loss = (dy + y - torch.sin(2 * t_col)).square().mean()
    loss.backward()
    return loss


t_test = torch.rand(200, 1) * T_END
for outer in range(1, 31):
    loss = opt.step(closure)
    if outer % 5 == 0:
        with torch.no_grad():
            err = (u(t_test) - exact(t_test)).abs().max().item()
        print(f"outer {outer} residual {loss.item():.3e} max error on unseen times {err:.2e}")
