import torch
from torch import nn
from torch.nn import functional as F


class Scenes(torch.utils.data.Dataset):
    """12x12 grey images of one soft blob with random place, width and brightness."""

    def __init__(self, n, side=12, generator=None):
        cx, cy = (torch.rand(2, n, 1, 1, generator=generator) * (side - 4) + 2)
        s = 1.0 + 1.2 * torch.rand(n, 1, 1, generator=generator)
        b = 0.6 + 0.4 * torch.rand(n, 1, 1, generator=generator)
        yy, xx = torch.meshgrid(torch.arange(side), torch.arange(side), indexing="ij")
        self.images = (b * torch.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * s ** 2))).flatten(1)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return self.images[i]


class VAE(nn.Module):
    def __init__(self, d=144, h=128, z=6):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU())
        self.mu = nn.Linear(h, z)
        self.logvar = nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, d), nn.Sigmoid())

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.dec(z), mu, logvar


def elbo_loss(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x)
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1).mean()
    return bce + kld, bce, kld


class Experiment:
    def __init__(self, epochs=12):
        gen = torch.Generator().manual_seed(8)
        torch.manual_seed(8)
        self.train_set = Scenes(4000, generator=gen)
        self.test = Scenes(500, generator=gen).images
        self.loader = torch.utils.data.DataLoader(self.train_set, batch_size=64, shuffle=True)
        self.model = VAE()
        self.opt = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.epochs = epochs

    def run(self):
        for e in range(1, self.epochs + 1):
            sums = torch.zeros(3)
            for x in self.loader:
                recon, mu, logvar = self.model(x)
                parts = elbo_loss(recon, x, mu, logvar)
                self.opt.zero_grad()
                parts[0].backward()
                self.opt.step()
                sums += torch.stack(parts).detach()
            loss, bce, kld = (sums / len(self.loader)).tolist()
            print(f"epoch {e:2d}  loss {loss:.4f}  rec {bce:.4f}  kl {kld:.4f}")
        self.report()

    @torch.no_grad()
    def report(self):
        recon, mu, _ = self.model(self.test)
        mean = self.train_set.images.mean(0)
        explained = 1 - (recon - self.test).pow(2).sum() / (self.test - mean).pow(2).sum()
        print(f"explained pixel variance on test: {explained.item():.3f}")
        print("spread of the codes:", " ".join(f"{s:.2f}" for s in mu.std(0).tolist()))


if __name__ == "__main__":
    Experiment().run()
