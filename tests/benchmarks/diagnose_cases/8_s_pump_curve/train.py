"""Fit the efficiency map of a pump (flow, speed) -> efficiency from bench measurements."""
import torch
from torch import nn

torch.manual_seed(4)
torch.set_default_dtype(torch.float64)


def bench(n):
    flow = torch.rand(n) * 2 - 1
    speed = torch.rand(n) * 2 - 1
    best = 0.4 * speed
    eta = 0.8 - 0.5 * (flow - best) ** 2 - 0.1 * speed ** 2 + 0.05 * torch.sin(4 * flow)
    return torch.stack([flow, speed], 1), (eta + 0.004 * torch.randn(n)).unsqueeze(1)


x_fit, y_fit = bench(400)
x_new, y_new = bench(200)
mean, std = y_fit.mean(), y_fit.std()

net = nn.Sequential(nn.Linear(2, 12), nn.Tanh(), nn.Linear(12, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=40, history_size=20,
                              line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    residual = net(x_fit) - (y_fit - mean) / std
    penalty = sum(p.square().sum() for p in net.parameters())
    loss = residual.square().mean() + 1e-5 * penalty
    loss.backward()
    return loss


for sweep in range(6):
    loss = optimizer.step(closure)
    with torch.no_grad():
        error = net(x_new) * std + mean - y_new
        r2 = 1 - error.square().sum() / (y_new - y_new.mean()).square().sum()
    print(f"sweep {sweep}: loss {loss.item():.5f}  bench error {error.abs().mean().item():.4f}  R2 {r2.item():.4f}")
