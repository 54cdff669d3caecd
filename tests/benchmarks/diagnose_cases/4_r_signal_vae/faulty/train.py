"""Variational autoencoder for short pulses."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal, kl_divergence

LENGTH = 48
torch.manual_seed(14)


def pulses(n):
    t = torch.linspace(-1, 1, LENGTH)
    center = torch.rand(n, 1) * 1.2 - 0.6
    width = torch.rand(n, 1) * 0.2 + 0.1
    amp = torch.rand(n, 1) + 0.5
    freq = torch.rand(n, 1) * 6 + 3
    x = amp * torch.exp(-((t - center) / width) ** 2) * torch.cos(freq * (t - center))
    return x + 0.02 * torch.randn(n, LENGTH)


class VAE(nn.Module):
    def __init__(self, latent=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(LENGTH, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.to_mu = nn.Linear(64, latent)
        self.to_sigma = nn.Linear(64, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 64), nn.ReLU(), nn.Linear(64, 128), nn.ReLU(),
                                     nn.Linear(128, LENGTH))

    def posterior(self, x):
        h = self.encoder(x)
        return Normal(self.to_mu(h), F.softplus(self.to_sigma(h)) + 1e-3)

    def forward(self, x):
        q = self.posterior(x)
        z = q.sample()
        return self.decoder(z), q


def elbo_terms(recon, x, q, noise_var=0.01):
    rec = 0.5 * (recon - x).pow(2).sum(1).mean() / noise_var
    prior = Normal(torch.zeros_like(q.loc), torch.ones_like(q.scale))
    kl = kl_divergence(q, prior).sum(1).mean()
    return rec, kl


train_x, test_x = pulses(3000), pulses(500)
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)

for epoch in range(30):
    vae.train()
    rec_sum = kl_sum = 0.0
    batches = torch.randperm(len(train_x)).split(100)
    for idx in batches:
        recon, q = vae(train_x[idx])
        rec, kl = elbo_terms(recon, train_x[idx], q)
        loss = rec + kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        rec_sum += rec.item()
        kl_sum += kl.item()
    vae.eval()
    with torch.no_grad():
        out = vae.decoder(vae.posterior(test_x).loc)
        explained = 1 - (out - test_x).pow(2).sum() / (test_x - test_x.mean(0)).pow(2).sum()
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1:2d} rec {rec_sum / len(batches):.3f} kl {kl_sum / len(batches):.3f} "
              f"explained variance {explained:.3f}")
