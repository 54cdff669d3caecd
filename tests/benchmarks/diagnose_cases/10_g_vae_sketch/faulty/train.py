"""Small VAE on 12x12 stroke drawings."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(19)
SIDE = 12


def strokes(n):
    grid = torch.linspace(-1, 1, SIDE)
    yy, xx = torch.meshgrid(grid, grid, indexing="ij")
    ang = torch.rand(n, 1, 1) * 3.1416
    off = torch.rand(n, 1, 1) * 1.2 - 0.6
    d = xx * ang.cos() + yy * ang.sin() - off
    return torch.exp(-(d / 0.18) ** 2).flatten(1)


class VAE(nn.Module):
    def __init__(self, z_dim=6, h=128):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(SIDE * SIDE, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU())
        self.mu = nn.Linear(h, z_dim)
        self.logvar = nn.Linear(h, z_dim)
        self.dec = nn.Sequential(nn.Linear(z_dim, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, SIDE * SIDE))

    def forward(self, x):
        e = self.enc(x)
        mu, logvar = self.mu(e), self.logvar(e)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp() if self.training else mu
        return self.dec(z), mu, logvar


def elbo_loss(logits, x, mu, logvar):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="mean")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / x.size(0)
    return rec + kld, rec, kld


def explained(vae, x):
    vae.eval()
    with torch.no_grad():
        out = torch.sigmoid(vae(x)[0])
    return 1 - ((out - x) ** 2).sum().item() / ((x - x.mean(0)) ** 2).sum().item()


train, val = strokes(4000), strokes(500)
vae = VAE()
optimizer = torch.optim.Adam(vae.parameters(), lr=1e-3)
for epoch in range(1, 21):
    vae.train()
    sums = [0.0, 0.0]
    for xb in train[torch.randperm(len(train))].split(64):
        logits, mu, logvar = vae(xb)
        loss, rec, kld = elbo_loss(logits, xb, mu, logvar)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        sums[0] += rec.item()
        sums[1] += kld.item()
    if epoch % 4 == 0:
        print(f"epoch {epoch:2d} rec {sums[0] / 63:.4f} kl {sums[1] / 63:.4f} val explained variance {explained(vae, val):.3f}")
