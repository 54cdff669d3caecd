"""VAE on 12x12 soft squares/discs (position, size, shape as factors)."""
import argparse
import torch
from torch import nn
from torch.nn import functional as F


def get_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--latent", type=int, default=6)
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=123)
    return ap.parse_args()


def sprites(n, side=12):
    yy, xx = torch.meshgrid(torch.arange(side).float(), torch.arange(side).float(), indexing="ij")
    cy, cx = 2.5 + 6.5 * torch.rand(n, 1, 1), 2.5 + 6.5 * torch.rand(n, 1, 1)
    r = 1.5 + 1.5 * torch.rand(n, 1, 1)
    disc = torch.sqrt((yy - cy) ** 2 + (xx - cx) ** 2)
    box = torch.maximum((yy - cy).abs(), (xx - cx).abs())
    which = (torch.rand(n, 1, 1) < 0.5).float()
    d = which * disc + (1 - which) * box
    return torch.sigmoid(3 * (r - d)).flatten(1)


class VAE(nn.Module):
    def __init__(self, d, z):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.mu, self.logvar = nn.Linear(64, z), nn.Linear(64, z)
        self.dec = nn.Sequential(nn.Linear(z, 64), nn.ReLU(), nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, d))

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu) if self.training else mu
        return self.dec(z), mu, logvar


def elbo_terms(logits, x, mu, logvar):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="mean")
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
    return rec, kl


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    train, held = sprites(3000), sprites(600)
    vae = VAE(train.shape[1], args.latent)
    opt = torch.optim.Adam(vae.parameters(), lr=args.lr)
    baseline = ((held - train.mean(0)) ** 2).mean().item()
    for epoch in range(1, args.epochs + 1):
        vae.train()
        for x in train[torch.randperm(len(train))].split(64):
            logits, mu, logvar = vae(x)
            rec, kl = elbo_terms(logits, x, mu, logvar)
            loss = rec + kl
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 4 == 0:
            vae.eval()
            with torch.no_grad():
                logits, mu, logvar = vae(held)
                mse = ((torch.sigmoid(logits) - held) ** 2).mean().item()
                active = (mu.var(0) > 0.05).sum().item()
            print(f"epoch {epoch} loss {loss.item():.3f} kl {kl.item():.3f} "
                  f"held-out recon mse {mse:.4f} (mean image {baseline:.4f}) active units {active}/{args.latent}")


if __name__ == "__main__":
    main()
