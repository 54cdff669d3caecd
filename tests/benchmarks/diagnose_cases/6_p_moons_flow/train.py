import math

import torch
from torch import nn


def two_moons(n):
    a = math.pi * torch.rand(n)
    upper = torch.rand(n) < 0.5
    x = torch.where(upper, a.cos(), 1 - a.cos())
    y = torch.where(upper, a.sin(), 0.5 - a.sin())
    pts = torch.stack([x - 0.5, y - 0.25], 1)
    return pts + 0.07 * torch.randn_like(pts)


class Coupling(nn.Module):
    def __init__(self, flip, hidden=48):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 2))
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def forward(self, x):
        a, b = x.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        s = 2 * torch.tanh(s)
        b = b * s.exp() + t
        return torch.cat([b, a] if self.flip else [a, b], 1), s.squeeze(1)

    def inverse(self, z):
        a, b = z.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        s = 2 * torch.tanh(s)
        b = (b - t) * (-s).exp()
        return torch.cat([b, a] if self.flip else [a, b], 1)


class Flow(nn.Module):
    def __init__(self, n=6):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(flip=bool(i % 2)) for i in range(n))

    def log_prob(self, x):
        logdet = 0
        for layer in self.layers:
            x, ld = layer(x)
            logdet = logdet + ld
        return -0.5 * x.pow(2).sum(1) - math.log(2 * math.pi) + logdet

    @torch.no_grad()
    def sample(self, n):
        z = torch.randn(n, 2)
        for layer in reversed(self.layers):
            z = layer.inverse(z)
        return z


if __name__ == "__main__":
    torch.manual_seed(151)
    flow = Flow()
    opt = torch.optim.Adam(flow.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 800)
    test = two_moons(2000)
    for step in range(1, 801):
        loss = -flow.log_prob(two_moons(200)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if step % 200 == 0:
            with torch.no_grad():
                print(f"step {step}  train nll {loss.item():.3f}  test nll {-flow.log_prob(test).mean():.3f}")
    fake = flow.sample(2000)
    ed = 2 * torch.cdist(fake, test).mean() - torch.cdist(fake, fake).mean() - torch.cdist(test, test).mean()
    print(f"energy distance {ed.item():.4f}")
