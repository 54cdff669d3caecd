"""Surrogate model: deep tanh network that emulates a damped oscillator simulator."""
import torch
from torch import nn


def simulate(p, n_out=16):
    m, k, c, x0 = p.unbind(1)
    t = torch.linspace(0, 3, n_out)
    w = torch.sqrt(k / m)[:, None]
    g = (c / (2 * m))[:, None]
    return x0[:, None] * torch.exp(-g * t) * torch.cos(w * t)


def draw(n):
    lo = torch.tensor([0.5, 1.0, 0.1, -1.5])
    hi = torch.tensor([2.0, 6.0, 1.0, 1.5])
    u = torch.rand(n, 4)
    return 2 * u - 1, simulate(lo + u * (hi - lo))


class Surrogate(nn.Module):
    def __init__(self, width=64, depth=6):
        super().__init__()
        self.inp = nn.Linear(4, width)
        self.hidden = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 16)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        for layer in self.hidden:
            h = torch.tanh(layer(h))
        return self.out(h)


def main(seed=25, epochs=20, bs=64):
    torch.manual_seed(seed)
    x, y = draw(3000)
    xv, yv = draw(600)
    net = Surrogate()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    sch = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for ep in range(epochs):
        for b in torch.randperm(len(x)).split(bs):
            loss = (net(x[b]) - y[b]).square().mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        sch.step()
        if (ep + 1) % 4 == 0:
            with torch.no_grad():
                v = (net(xv) - yv).square().mean()
            print(f"epoch {ep + 1}: val mse {v:.5f}, explained variance {1 - v / yv.var():.4f}")


main()
