from dataclasses import dataclass
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    n_train: int = 3000
    n_test: int = 600
    side: int = 12
    latent: int = 6
    hidden: int = 128
    batch_size: int = 64
    lr: float = 1e-3
    epochs: int = 12
    seed: int = 5


def blobs(n, side, rng):
    yy, xx = np.mgrid[0:side, 0:side]
    imgs = np.zeros((n, side, side), dtype=np.float32)
    for i in range(n):
        cy, cx = rng.uniform(2, side - 3, 2)
        s = rng.uniform(1.0, 2.5)
        imgs[i] = np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / (2 * s * s))
    return torch.from_numpy(imgs.reshape(n, -1))


class VAE(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        d = cfg.side ** 2
        self.enc = nn.Sequential(nn.Linear(d, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU())
        self.mu = nn.Linear(cfg.hidden, cfg.latent)
        self.logvar = nn.Linear(cfg.hidden, cfg.latent)
        self.dec = nn.Sequential(nn.Linear(cfg.latent, cfg.hidden), nn.ReLU(),
                                 nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, d))

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def elbo_loss(logits, x, mu, logvar):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum") / x.size(0)
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / x.size(0)
    return rec + kld, rec, kld


def main(cfg):
    torch.manual_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    train, test = blobs(cfg.n_train, cfg.side, rng), blobs(cfg.n_test, cfg.side, rng)
    vae = VAE(cfg)
    opt = torch.optim.Adam(vae.parameters(), cfg.lr)
    base = ((test - train.mean(0)) ** 2).mean().item()
    for ep in range(cfg.epochs):
        vae.train()
        perm = torch.randperm(cfg.n_train)
        for i in range(0, cfg.n_train, cfg.batch_size):
            x = train[perm[i:i + cfg.batch_size]]
            logits, mu, logvar = vae(x)
            loss, rec, kld = elbo_loss(logits, x, mu, logvar)
            opt.zero_grad()
            loss.backward()
            opt.step()
        vae.eval()
        with torch.no_grad():
            recon = torch.sigmoid(vae.dec(vae.mu(vae.enc(test))))
            mse = F.mse_loss(recon, test).item()
        print(f"[{ep:02d}] rec {rec.item():.3f} kl {kld.item():.3f} test_mse {mse:.5f} (mean image {base:.5f})")


if __name__ == "__main__":
    main(Config())
