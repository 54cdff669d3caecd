"""VAE on 2-parameter curves. Reports reconstruction quality and how much the code says."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(33)


def curves(n, pts=32):
    t = torch.linspace(0, 1, pts)
    amp = torch.rand(n, 1) * 1.5 + 0.3
    shift = torch.rand(n, 1)
    return amp * torch.sin(2 * torch.pi * (t + shift)) + 0.03 * torch.randn(n, pts)


class VAE(nn.Module):
    def __init__(self, d=32, z=4, h=64):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU())
        self.mu = nn.Linear(h, z)
        self.logvar = nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, d))

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + std * torch.randn_like(std)

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = self.reparameterize(mu, logvar)
        return self.dec(z), mu, logvar


def elbo_loss(rec, x, mu, logvar, sigma=0.1):
    rec_term = F.mse_loss(rec, x, reduction="none").sum(1) / (2 * sigma**2)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1)
    return (rec_term + kl).mean(), kl.mean()


data = curves(4000)
held_out = curves(500)
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
for epoch in range(15):
    for xb in data[torch.randperm(len(data))].split(64):
        rec, mu, logvar = vae(xb)
        loss, kl = elbo_loss(rec, xb, mu, logvar)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(vae.parameters(), 20.0)
        opt.step()
    print(f"epoch {epoch:2d} loss {loss.item():.2f} kl {kl.item():.3f}")

vae.eval()
with torch.no_grad():
    rec, mu, _ = vae(held_out)
    err = F.mse_loss(rec, held_out) / held_out.var()
print(f"relative reconstruction error {err.item():.3f}")
