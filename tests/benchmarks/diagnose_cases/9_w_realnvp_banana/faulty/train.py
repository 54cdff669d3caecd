"""RealNVP density estimation on a bent 2-d distribution."""
import math
import torch
import torch.nn as nn

torch.manual_seed(44)


def banana(n):
    a = 1.2 * torch.randn(n)
    b = 0.35 * torch.randn(n) + 0.6 * a ** 2 - 1.0
    return torch.stack([2.0 * a, b + 0.3 * a], 1)


class Coupling(nn.Module):
    def __init__(self, flip, hidden=48):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(),
                                 nn.Linear(hidden, 2))

    def _st(self, u):
        s, t = self.net(u).chunk(2, dim=1)
        return 2.0 * torch.tanh(s), t

    def forward(self, x):
        a, b = (x[:, 1:], x[:, :1]) if self.flip else (x[:, :1], x[:, 1:])
        s, t = self._st(a)
        b = b * s.exp() + t
        return (torch.cat([b, a], 1) if self.flip else torch.cat([a, b], 1)), s.sum(1)

    def inverse(self, z):
        a, b = (z[:, 1:], z[:, :1]) if self.flip else (z[:, :1], z[:, 1:])
        s, t = self._st(a)
        b = (b - t) * (-s).exp()
        return torch.cat([b, a], 1) if self.flip else torch.cat([a, b], 1)


class Flow(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(bool(i % 2)) for i in range(n)])

    def nll(self, x):
        z, logdet = x, torch.zeros(len(x))
        for layer in self.layers:
            z, ld = layer(z)
            logdet = logdet + ld
        log_pz = -0.5 * (z ** 2).sum(1) - math.log(2 * math.pi)
        return -(log_pz - logdet).mean()

    @torch.no_grad()
    def sample(self, n):
        z = torch.randn(n, 2)
        for layer in reversed(self.layers):
            z = layer.inverse(z)
        return z


def energy(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


train, test = banana(5000), banana(1000)
flow = Flow()
opt = torch.optim.Adam(flow.parameters(), lr=2e-3)
for step in range(1, 801):
    batch = train[torch.randint(0, len(train), (128,))]
    loss = flow.nll(batch)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(flow.parameters(), 5.0)
    opt.step()
    if step % 100 == 0:
        with torch.no_grad():
            held = flow.nll(test).item()
        print(f"step {step} nll {loss.item():.3f} test nll {held:.3f} sample energy distance {energy(flow.sample(1000), test):.4f}")
