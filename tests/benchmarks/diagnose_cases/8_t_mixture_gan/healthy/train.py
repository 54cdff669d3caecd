import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(15)

CENTERS = torch.tensor([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]) * 0.8
ITERS = 1500
BATCH = 128
Z = 4


def real_batch(n):
    return CENTERS[torch.randint(0, len(CENTERS), (n,))] + 0.2 * torch.randn(n, 2)


G = nn.Sequential(nn.Linear(Z, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
D = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))

opt_g = torch.optim.Adam(G.parameters(), lr=5e-4, betas=(0.5, 0.9))
opt_d = torch.optim.Adam(D.parameters(), lr=2e-3, betas=(0.5, 0.9))


@torch.no_grad()
def quality(n=2000):
    fake = G(torch.randn(n, Z))
    dist, mode = torch.cdist(fake, CENTERS).min(1)
    share = torch.bincount(mode[dist < 0.5], minlength=len(CENTERS)).float() / n
    return (dist < 0.5).float().mean().item(), share.min().item()


for it in range(1, ITERS + 1):
    # discriminator
    real = real_batch(BATCH) + 0.3 * torch.randn(BATCH, 2)
    fake = G(torch.randn(BATCH, Z)).detach() + 0.3 * torch.randn(BATCH, 2)
    loss_d = F.softplus(-D(real)).mean() + F.softplus(D(fake)).mean()
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # generator
    fake = G(torch.randn(BATCH, Z)) + 0.3 * torch.randn(BATCH, 2)
    loss_g = F.softplus(-D(fake)).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    if it % 300 == 0:
        near, smallest = quality()
        print(f"it {it:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}  near a centre {near:.3f}  rarest mode {smallest:.3f}")
