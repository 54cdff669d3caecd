"""Ensemble of small experts with a gate; experts live in an ordinary list and are handled by hand."""
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(33)


class Mixture:
    def __init__(self, n_in, n_out, n_experts=4):
        self.experts = [nn.Sequential(nn.Linear(n_in, 24), nn.Tanh(), nn.Dropout(0.05), nn.Linear(24, n_out))
                        for _ in range(n_experts)]
        self.gate = nn.Linear(n_in, n_experts)

    def parameters(self):
        return itertools.chain(self.gate.parameters(), *(e.parameters() for e in self.experts))

    def set_mode(self, training):
        for module in [self.gate, *self.experts]:
            module.train(training)

    def __call__(self, x):
        w = torch.softmax(self.gate(x), dim=1)
        outs = torch.stack([e(x) for e in self.experts], dim=1)
        return (w.unsqueeze(-1) * outs).sum(dim=1)


def piecewise(n):
    x = torch.rand(n, 2) * 4 - 2
    y = torch.where(x[:, :1] > 0, torch.sin(3 * x[:, 1:]), 0.5 * x[:, 1:] ** 2)
    y = torch.where(x[:, 1:] > 1, -y, y)
    return x, y + 0.05 * torch.randn(n, 1)


x, y = piecewise(3000)
xv, yv = piecewise(600)
mix = Mixture(2, 1)
params = list(mix.parameters())
optimizer = torch.optim.Adam(params, lr=5e-3)
for epoch in range(20):
    mix.set_mode(True)
    for idx in torch.randperm(len(x)).split(50):
        loss = F.mse_loss(mix(x[idx]), y[idx])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
    mix.set_mode(False)
    with torch.no_grad():
        val = F.mse_loss(mix(xv), yv).item()
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1} val mse {val:.4f} R2 {1 - val / yv.var().item():.3f}")
