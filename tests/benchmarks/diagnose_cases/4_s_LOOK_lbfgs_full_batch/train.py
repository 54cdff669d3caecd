import math

import torch
from torch import nn

torch.manual_seed(18)


def dose_response(n):
    """concentration of two drugs -> effect, with synergy"""
    c = torch.rand(n, 2) * 2 - 1
    effect = torch.tanh(2 * c[:, 0]) + 0.5 * torch.sin(math.pi * c[:, 1]) + 0.8 * c[:, 0] * c[:, 1]
    return c, effect.unsqueeze(1) + 0.02 * torch.randn(n, 1)


x_train, y_train = dose_response(800)
x_test, y_test = dose_response(300)
net = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1))
optimizer = torch.optim.LBFGS(net.parameters(), lr=1.0, max_iter=20, history_size=20, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x_train), y_train)
    loss.backward()
    return loss


for step in range(30):
    loss = optimizer.step(closure)
    with torch.no_grad():
        test = nn.functional.mse_loss(net(x_test), y_test).item()
    if step % 3 == 2:
        print(f"step {step + 1} train {loss.item():.6f} test {test:.6f} R2 {1 - test / y_test.var().item():.4f}")
