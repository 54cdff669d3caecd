import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(19)

# blobs at random positions with random width, 12x12
n = 2500
yy, xx = torch.meshgrid(torch.arange(12.0), torch.arange(12.0), indexing="ij")
c = torch.rand(n, 2) * 7 + 2.5
w = torch.rand(n) * 1.2 + 1.0
imgs = torch.exp(-((yy - c[:, 0, None, None]) ** 2 + (xx - c[:, 1, None, None]) ** 2) / (2 * w[:, None, None] ** 2))
imgs = (imgs + 0.02 * torch.randn_like(imgs)).clamp(0, 1).flatten(1)
train, test = imgs[:2000], imgs[2000:]


class VAE(nn.Module):
    def __init__(self, d=144, h=96, z=4):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU())
        self.mu = nn.Linear(h, z)
        self.logvar = nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, d), nn.Sigmoid())

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp() if self.training else mu
        return self.dec(z), mu, logvar


def elbo_loss(recon, x, mu, logvar):
    rec = F.binary_cross_entropy(recon, x, reduction="sum") / x.size(0)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
    return rec + kl, rec, kl


vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
for epoch in range(1, 41):
    vae.train()
    for idx in torch.randperm(len(train)).split(50):
        x = train[idx]
        recon, mu, logvar = vae(x)
        loss, rec, kl = elbo_loss(recon, x, mu, logvar)
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 8 == 0:
        vae.eval()
        with torch.no_grad():
            r, _, _ = vae(test)
            ev = 1 - ((r - test) ** 2).mean() / ((test - train.mean(0)) ** 2).mean()
        print(f"epoch {epoch} rec {rec.item():.3f} kl {kl.item():.3f} explained {ev.item():.3f}")
