"""Denoising diffusion on a two-dimensional spiral."""
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

STEPS = 60
betas = torch.linspace(1e-3, 0.14, STEPS)
alphas = 1 - betas
alpha_bar = torch.cumprod(alphas, 0)


def spiral(n):
    u = torch.rand(n).sqrt()
    a = 2 * math.pi * u
    return torch.stack([u * torch.cos(a), u * torch.sin(a)], 1) * 2 + 0.02 * torch.randn(n, 2)


class Denoiser(nn.Module):
    def __init__(self, width=128, emb=32):
        super().__init__()
        self.time = nn.Embedding(STEPS, emb)
        self.net = nn.Sequential(
            nn.Linear(2 + emb, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x, t):
        return self.net(torch.cat([x, self.time(t)], 1))


@torch.no_grad()
def sample(net, n):
    x = torch.randn(n, 2)
    for i in reversed(range(STEPS)):
        t = torch.full((n,), i)
        eps = net(x, t)
        x = (x - betas[i] / (1 - alpha_bar[i]).sqrt() * eps) / alphas[i].sqrt()
        if i > 0:
            x = x + betas[i].sqrt() * torch.randn_like(x)
    return x


def on_manifold(points, reference, tol=0.12):
    return (torch.cdist(points, reference).min(1).values < tol).float().mean().item()


def main():
    torch.manual_seed(4)
    data, reference = spiral(4000), spiral(4000)
    loader = DataLoader(TensorDataset(data), batch_size=100, shuffle=True)
    net = Denoiser()
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.95)
    for epoch in range(80):
        total = 0.0
        for (x0,) in loader:
            t = torch.randint(0, STEPS, (len(x0),))
            noise = torch.randn_like(x0)
            ab = alpha_bar[t].unsqueeze(1)
            xt = ab.sqrt() * x0 + (1 - ab).sqrt() * noise
            loss = (net(xt, t) - noise).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
            scheduler.step()
        if (epoch + 1) % 16 == 0:
            print(f"epoch {epoch + 1}  loss {total / len(loader):.4f}")
    fake = sample(net, 2000)
    print(f"samples on the spiral: {on_manifold(fake, reference):.3f}   "
          f"spiral covered: {on_manifold(reference, fake):.3f}")


if __name__ == "__main__":
    main()
