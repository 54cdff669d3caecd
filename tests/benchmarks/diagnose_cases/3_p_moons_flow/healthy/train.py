# RealNVP-like normalizing flow on two moons
import math
import torch
import torch.nn as nn

torch.manual_seed(6)


def two_moons(n):
    t = math.pi * torch.rand(n)
    up = torch.rand(n) < 0.5
    x = torch.where(up, torch.cos(t), 1 - torch.cos(t))
    y = torch.where(up, torch.sin(t), 0.5 - torch.sin(t))
    pts = torch.stack([x, y], 1) + 0.06 * torch.randn(n, 2)
    return (pts - torch.tensor([0.5, 0.25])) / torch.tensor([0.87, 0.5])


class Coupling(nn.Module):
    def __init__(self, flip, hidden=48):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 2))

    def forward(self, x):
        a, b = x[:, :1], x[:, 1:]
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, dim=1)
        s = torch.tanh(s) * 2
        b = b * torch.exp(s) + t
        out = torch.cat([b, a] if self.flip else [a, b], dim=1)
        return out, s.squeeze(1)


class Flow(nn.Module):
    def __init__(self, n_layers=6):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(flip=bool(i % 2)) for i in range(n_layers)])
        self.shift = nn.Parameter(torch.zeros(2))
        self.log_scale = nn.Parameter(torch.zeros(2))

    def log_prob(self, x):
        logdet = 0.0
        for layer in self.layers:
            x, ld = layer(x)
            logdet = logdet + ld
        z = (x - self.shift) * torch.exp(-self.log_scale)
        logdet = logdet - self.log_scale.sum()
        base = -0.5 * (z ** 2).sum(1) - math.log(2 * math.pi)
        return base + logdet


flow = Flow()
optimizer = torch.optim.Adam(flow.parameters(), lr=3e-3)
test = two_moons(2000)
for step in range(1, 501):
    loss = -flow.log_prob(two_moons(200)).mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(flow.parameters(), 5.0)
    optimizer.step()
    if step % 100 == 0:
        with torch.no_grad():
            nll = -flow.log_prob(test).mean().item()
        print(f"step {step}: train nll {loss.item():.3f}  test nll {nll:.3f}")
