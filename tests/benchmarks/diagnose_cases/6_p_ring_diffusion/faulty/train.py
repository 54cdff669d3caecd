import math

import torch
import torch.nn as nn

torch.manual_seed(1)
T = 100
RADIUS = 1.5


def ring(n):
    a = 2 * math.pi * torch.rand(n)
    pts = RADIUS * torch.stack([a.cos(), a.sin()], dim=1)
    return pts + 0.05 * torch.randn_like(pts)


class Schedule:
    def __init__(self, steps):
        self.beta = torch.linspace(1e-3, 0.08, steps)
        self.alpha = 1 - self.beta
        self.abar = torch.cumprod(self.alpha, 0)

    def q_sample(self, x0, t, eps):
        ab = self.abar[t].unsqueeze(1)
        return ab.sqrt() * x0 + (1 - ab).sqrt() * eps


class EpsNet(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        freqs = torch.exp(torch.linspace(0, math.log(100.0), 8))
        self.register_buffer("freqs", freqs)
        self.net = nn.Sequential(
            nn.Linear(2 + 16, hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, 2), nn.ReLU(),
        )

    def forward(self, x, t):
        phase = (t.float() / T).unsqueeze(1) * self.freqs
        return self.net(torch.cat([x, phase.sin(), phase.cos()], dim=1))


@torch.no_grad()
def generate(model, sch, n):
    x = torch.randn(n, 2)
    for i in reversed(range(T)):
        t = torch.full((n,), i)
        eps = model(x, t)
        x = (x - sch.beta[i] / (1 - sch.abar[i]).sqrt() * eps) / sch.alpha[i].sqrt()
        if i > 0:
            x = x + sch.beta[i].sqrt() * torch.randn_like(x)
    return x


def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


def main():
    sch = Schedule(T)
    data = ring(8000)
    model = EpsNet()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    running = 0.0
    for step in range(1, 1601):
        x0 = data[torch.randint(len(data), (192,))]
        t = torch.randint(T, (192,))
        eps = torch.randn_like(x0)
        loss = ((model(sch.q_sample(x0, t, eps), t) - eps) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        running = loss.item() if step == 1 else 0.99 * running + 0.01 * loss.item()
        if step % 400 == 0:
            print(f"step {step}  loss {running:.4f}")
    fake = generate(model, sch, 2000)
    real = ring(2000)
    radius = fake.norm(dim=1)
    on_ring = (radius - RADIUS).abs() < 0.3
    print(f"energy distance {energy_distance(fake, real):.4f}   samples on the ring {on_ring.float().mean():.3f}")


if __name__ == "__main__":
    main()
