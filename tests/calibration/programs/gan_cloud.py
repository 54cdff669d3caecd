"""A generator learns a tilted cloud of points from a discriminator."""

import torch
from torch import nn

torch.manual_seed(2)

NOISE = 4
STEPS = 500
BATCH = 64
MEAN = torch.tensor([2.0, -1.0])
MIX = torch.tensor([[1.0, 0.6], [0.0, 0.5]])


def real_points(count):
    return MEAN + torch.randn(count, 2) @ MIX


generator = nn.Sequential(nn.Linear(NOISE, 32), nn.ReLU(), nn.Linear(32, 2))
discriminator = nn.Sequential(
    nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1)
)
g_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.99))
d_optimizer = torch.optim.Adam(discriminator.parameters(), lr=4e-3, betas=(0.5, 0.99))
bce = nn.BCEWithLogitsLoss()


def discriminator_step():
    real = real_points(BATCH)
    fake = generator(torch.randn(BATCH, NOISE)).detach()
    d_optimizer.zero_grad()
    loss = bce(discriminator(real), torch.full((BATCH, 1), 0.9))
    loss = loss + bce(discriminator(fake), torch.zeros(BATCH, 1))
    loss.backward()
    d_optimizer.step()
    return loss.item()


def generator_step():
    fake = generator(torch.randn(BATCH, NOISE))
    g_optimizer.zero_grad()
    loss = bce(discriminator(fake), torch.ones(BATCH, 1))
    loss.backward()
    g_optimizer.step()
    return loss.item()


for step in range(STEPS):
    d_loss = discriminator_step()
    g_loss = generator_step()
    if step % 100 == 0:
        print(f"step {step}: discriminator {d_loss:.3f}, generator {g_loss:.3f}")

with torch.no_grad():
    fake, real = generator(torch.randn(2000, NOISE)), real_points(2000)
    distance = (fake.mean(0) - real.mean(0)).norm() + (torch.cov(fake.T) - torch.cov(real.T)).norm()
print(f"quality: {torch.exp(-0.5 * distance).item():.4f}")
