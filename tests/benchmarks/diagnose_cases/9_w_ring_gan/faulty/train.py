import math
import torch
from torch import nn, optim

torch.manual_seed(21)
NOISE, BATCH, STEPS = 8, 128, 1600


def sample_real(n):
    t = torch.rand(n) * 2 * math.pi
    r = 1.5 + 0.1 * torch.randn(n)
    return torch.stack([r * t.cos() + 2.0, r * t.sin() - 1.0], dim=1)


def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


def mlp(i, o, act):
    return nn.Sequential(nn.Linear(i, 64), act(), nn.Linear(64, 64), act(), nn.Linear(64, o))


class Trainer:
    def __init__(self):
        self.G = mlp(NOISE, 2, nn.ReLU)
        self.D = mlp(2, 1, lambda: nn.LeakyReLU(0.2))
        self.g_opt = optim.Adam(self.G.parameters(), lr=5e-4, betas=(0.5, 0.999))
        self.d_opt = optim.Adam(self.D.parameters(), lr=5e-4, betas=(0.5, 0.999))
        self.bce = nn.BCEWithLogitsLoss()
        self.ones, self.zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)

    def d_step(self, real, fake):
        self.d_opt.zero_grad()
        loss = self.bce(self.D(real), self.ones) + self.bce(self.D(fake.detach()), self.zeros)
        loss.backward()
        self.d_opt.step()
        return loss.item()

    def g_step(self, fake):
        self.g_opt.zero_grad()
        loss = self.bce(self.D(fake), self.ones)
        loss.backward()
        self.g_opt.step()
        return loss.item()

    def fit(self):
        held_out = sample_real(1000)
        for step in range(1, STEPS + 1):
            fake = self.G(torch.randn(BATCH, NOISE)).detach()
            d = self.d_step(sample_real(BATCH), fake)
            g = self.g_step(fake)
            if step % 200 == 0:
                with torch.no_grad():
                    ed = energy_distance(self.G(torch.randn(1000, NOISE)), held_out)
                print(f"step {step} d_loss {d:.3f} g_loss {g:.3f} energy_dist {ed:.4f}")


Trainer().fit()
