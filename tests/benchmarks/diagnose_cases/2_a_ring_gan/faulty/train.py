# GAN on a ring of Gaussians (coordinates scaled to [-1, 1])
import math
import torch
import torch.nn as nn

torch.manual_seed(0)
BATCH, Z, STEPS = 128, 8, 1600
MODES = torch.tensor([[0.75 * math.cos(2 * math.pi * k / 8), 0.75 * math.sin(2 * math.pi * k / 8)] for k in range(8)])


def real_batch(n):
    return MODES[torch.randint(0, 8, (n,))] + 0.05 * torch.randn(n, 2)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(Z, 64), nn.LeakyReLU(0.2),
            nn.Linear(64, 64), nn.LeakyReLU(0.2),
            nn.Linear(64, 2),
            nn.Sigmoid(),
        )

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(2, 64), nn.LeakyReLU(0.2),
            nn.Linear(64, 64), nn.LeakyReLU(0.2),
            nn.Linear(64, 1),
        )

    def forward(self, x):
        return self.net(x)


G, D = Generator(), Discriminator()
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)


@torch.no_grad()
def report(step):
    fake = G(torch.randn(2000, Z))
    dist, idx = torch.cdist(fake, MODES).min(dim=1)
    good = dist < 0.2
    share = torch.bincount(idx[good], minlength=8).float() / len(fake)
    print(f"step {step:5d}  modes covered {(share > 0.02).sum().item()}/8  samples near a mode {good.float().mean():.2f}")


for step in range(1, STEPS + 1):
    # discriminator
    fake = G(torch.randn(BATCH, Z))
    loss_d = bce(D(real_batch(BATCH)), ones) + bce(D(fake.detach()), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()
    # generator
    loss_g = bce(D(fake), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    if step % 400 == 0:
        report(step)
