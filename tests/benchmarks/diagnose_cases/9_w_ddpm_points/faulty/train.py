"""Denoising diffusion on 2-d sensor positions (metres)."""
import argparse
import math
import numpy as np
import torch
import torch.nn as nn


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--timesteps", type=int, default=60)
    ap.add_argument("--iters", type=int, default=1600)
    ap.add_argument("--batch_size", type=int, default=128)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=2)
    return ap.parse_args()


def survey(n, rng):
    c = rng.integers(0, 5, n)
    ang = 2 * np.pi * c / 5
    pts = np.stack([np.cos(ang), np.sin(ang)], 1) * 40.0 + np.array([120.0, -60.0])
    return (pts + rng.normal(0, 4.0, (n, 2))).astype(np.float32)


class EpsNet(nn.Module):
    def __init__(self, dim=2, width=96, t_dim=32):
        super().__init__()
        self.register_buffer("freq", torch.exp(torch.linspace(0, math.log(100.0), t_dim // 2)))
        self.net = nn.Sequential(nn.Linear(dim + t_dim, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(),
                                 nn.Linear(width, dim))

    def forward(self, x, t):
        ph = t[:, None] * self.freq[None]
        return self.net(torch.cat([x, ph.sin(), ph.cos()], 1))


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    train, test = torch.from_numpy(survey(4000, rng)), torch.from_numpy(survey(1000, rng))
    data = train

    T = args.timesteps
    beta = torch.linspace(1e-3, 0.15, T)
    alpha = 1 - beta
    abar = alpha.cumprod(0)
    net = EpsNet()
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, args.iters, eta_min=1e-5)

    @torch.no_grad()
    def generate(n):
        x = torch.randn(n, 2)
        for i in reversed(range(T)):
            eps = net(x, torch.full((n,), i / T))
            x = (x - beta[i] / (1 - abar[i]).sqrt() * eps) / alpha[i].sqrt()
            if i > 0:
                x = x + beta[i].sqrt() * torch.randn_like(x)
        return x

    def energy(a, b):
        return 2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()

    for it in range(1, args.iters + 1):
        x0 = data[torch.randint(0, len(data), (args.batch_size,))]
        t = torch.randint(0, T, (len(x0),))
        noise = torch.randn_like(x0)
        xt = abar[t].sqrt()[:, None] * x0 + (1 - abar[t]).sqrt()[:, None] * noise
        loss = ((net(xt, t / T) - noise) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if it % 400 == 0:
            samples = generate(1000)
            print(f"iter {it} loss {loss.item():.4f} energy distance to held-out {energy(samples, test).item():.3f} m")


if __name__ == "__main__":
    main()
