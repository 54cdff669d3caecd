"""Variational autoencoder on small binary drawings (boxes, discs, crosses)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SIDE = 16
LATENT = 8


def draw(n, gen):
    yy, xx = torch.meshgrid(torch.arange(SIDE), torch.arange(SIDE), indexing="ij")
    kind = torch.randint(0, 3, (n,), generator=gen)
    cx = torch.randint(4, 12, (n,), generator=gen)
    cy = torch.randint(4, 12, (n,), generator=gen)
    r = torch.randint(2, 5, (n,), generator=gen)
    imgs = torch.zeros(n, SIDE, SIDE)
    for i in range(n):
        dx, dy = (xx - cx[i]).abs(), (yy - cy[i]).abs()
        if kind[i] == 0:
            m = (dx <= r[i]) & (dy <= r[i])
        elif kind[i] == 1:
            m = dx ** 2 + dy ** 2 <= r[i] ** 2 + 1
        else:
            m = ((dx <= 1) & (dy <= r[i])) | ((dy <= 1) & (dx <= r[i]))
        imgs[i] = m.float()
    flip = (torch.rand(imgs.shape, generator=gen) < 0.01).float()
    return (imgs - flip).abs().view(n, -1)


class VAE(nn.Module):
    def __init__(self, d_in, d_hid, d_z):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d_in, d_hid), nn.ReLU(), nn.Linear(d_hid, d_hid), nn.ReLU())
        self.mu = nn.Linear(d_hid, d_z)
        self.logvar = nn.Linear(d_hid, d_z)
        self.dec = nn.Sequential(nn.Linear(d_z, d_hid), nn.ReLU(), nn.Linear(d_hid, d_hid), nn.ReLU(),
                                 nn.Linear(d_hid, d_in))

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.dec(z), mu, logvar


def elbo_loss(logits, x, mu, logvar):
    recon = F.binary_cross_entropy_with_logits(logits, x)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(dim=1).mean()
    return recon + kl, recon, kl


def main():
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(1)
    train, test = draw(2500, g), draw(500, g)
    loader = DataLoader(TensorDataset(train), batch_size=64, shuffle=True)
    net = VAE(SIDE * SIDE, 128, LATENT)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(40):
        net.train()
        tot = rec = klt = 0.0
        for (x,) in loader:
            logits, mu, logvar = net(x)
            loss, recon, kl = elbo_loss(logits, x, mu, logvar)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item()
            rec += recon.item()
            klt += kl.item()
        if epoch % 5 == 4:
            k = len(loader)
            print(f"epoch {epoch + 1:3d}  loss {tot / k:9.4f}  recon {rec / k:9.4f}  kl {klt / k:8.4f}")

    net.eval()
    with torch.no_grad():
        logits, mu, logvar = net(test)
        hard = (logits > 0).float()
        inter = (hard * test).sum(1)
        union = ((hard + test) > 0).float().sum(1)
        iou = (inter / union).mean().item()
        active = (mu.var(0) > 0.05).sum().item()
    print(f"test reconstruction IoU {iou:.3f}   active latent units {active}/{LATENT}")


if __name__ == "__main__":
    main()
