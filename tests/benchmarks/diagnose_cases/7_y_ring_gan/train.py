"""GAN on eight Gaussians placed on a ring."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

MODES, RADIUS, SPREAD, NOISE = 8, 2.0, 0.08, 8
centres = RADIUS * torch.tensor([[math.cos(2 * math.pi * k / MODES), math.sin(2 * math.pi * k / MODES)]
                                 for k in range(MODES)])


def real_batch(n):
    return centres[torch.randint(0, MODES, (n,))] + SPREAD * torch.randn(n, 2)


def mlp(d_in, d_out, width=96):
    return nn.Sequential(nn.Linear(d_in, width), nn.LeakyReLU(0.2), nn.Linear(width, width), nn.LeakyReLU(0.2),
                         nn.Linear(width, d_out))


def quality(gen, n=2000):
    with torch.no_grad():
        d, which = torch.cdist(gen(torch.randn(n, NOISE)), centres).min(1)
    good = d < 4 * SPREAD
    covered = (torch.bincount(which[good], minlength=MODES) > 20).sum().item()
    return good.float().mean().item(), covered


def main():
    torch.manual_seed(1)
    gen, disc = mlp(NOISE, 2), mlp(2, 1)
    opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.5, 0.999))
    opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3, betas=(0.5, 0.999))
    ema = mlp(NOISE, 2)
    ema.load_state_dict(gen.state_dict())
    ones, zeros = torch.ones(128, 1), torch.zeros(128, 1)
    for step in range(1, 3001):
        fake = gen(torch.randn(128, NOISE))
        real = real_batch(128).requires_grad_(True)
        score = disc(real)
        slope = torch.autograd.grad(score.sum(), real, create_graph=True)[0].pow(2).sum(1).mean()
        loss_d = (F.binary_cross_entropy_with_logits(score, ones)
                  + F.binary_cross_entropy_with_logits(disc(fake.detach()), zeros) + 0.2 * slope)
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()

        loss_g = F.binary_cross_entropy_with_logits(disc(fake), ones)
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
        with torch.no_grad():
            for a, b in zip(ema.parameters(), gen.parameters()):
                a.lerp_(b, 0.005)
        if step % 500 == 0:
            q, c = quality(ema)
            print(f"step {step}  d {loss_d.item():.3f}  g {loss_g.item():.3f}  good samples {q:.3f}  modes {c}/{MODES}")


if __name__ == "__main__":
    main()
