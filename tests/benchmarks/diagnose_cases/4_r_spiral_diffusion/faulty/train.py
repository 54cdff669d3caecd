"""Tiny DDPM on a 2D spiral."""
import math

import torch
import torch.nn as nn

T = 60


def spiral(n):
    t = torch.rand(n).sqrt() * 3 * math.pi
    xy = torch.stack([t * torch.cos(t), t * torch.sin(t)], dim=1) / (3 * math.pi) * 2
    return xy + 0.03 * torch.randn(n, 2)


class Denoiser(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.freqs = 2.0 ** torch.arange(4).float()
        self.net = nn.Sequential(
            nn.Linear(2 + 8, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x, t):
        a = (t.float() / T)[:, None] * self.freqs * math.pi
        return self.net(torch.cat([x, torch.sin(a), torch.cos(a)], dim=1))


class Diffusion:
    def __init__(self, model):
        self.model = model
        self.beta = torch.linspace(1e-3, 0.12, T)
        self.alpha = 1 - self.beta
        self.abar = torch.cumprod(self.alpha, 0)

    def loss(self, x0):
        t = torch.randint(0, T, (len(x0),))
        eps = torch.randn_like(x0)
        ab = self.abar[t][:, None]
        xt = ab.sqrt() * x0 + (1 - ab).sqrt() * eps
        return (self.model(xt, t) - eps).pow(2).mean()

    @torch.no_grad()
    def sample(self, n):
        x = torch.randn(n, 2)
        for i in reversed(range(T)):
            t = torch.full((n,), i)
            eps = self.model(x, t)
            x = (x - self.beta[i] / (1 - self.abar[i]).sqrt() * eps) / self.alpha[i].sqrt()
            if i > 0:
                x = x + self.beta[i].sqrt() * torch.randn_like(x)
        return x


def chamfer(a, b):
    """Mean distance from generated points to the data, and back."""
    d = torch.cdist(a, b)
    return (d.min(1).values.mean() + d.min(0).values.mean()).item()


def main():
    torch.manual_seed(0)
    data = spiral(4000)
    diffusion = Diffusion(Denoiser())
    optimizer = torch.optim.Adam(diffusion.model.parameters(), lr=2e-3)
    for epoch in range(40):
        running, n = 0.0, 0
        optimizer.zero_grad()
        for idx in torch.randperm(len(data)).split(128):
            loss = diffusion.loss(data[idx])
            loss.backward()
            optimizer.step()
            running += loss.item()
            n += 1
        if (epoch + 1) % 8 == 0:
            print(f"epoch {epoch + 1} noise loss {running / n:.4f}")
    print(f"chamfer distance of samples: {chamfer(diffusion.sample(1000), spiral(1000)):.4f}")


if __name__ == "__main__":
    main()
