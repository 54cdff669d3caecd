"""Deep variational information bottleneck on a synthetic sensor task."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence
import torch.nn.functional as F


@dataclass
class HParams:
    seed: int = 19
    n_train: int = 3000
    n_test: int = 800
    z_dim: int = 8
    beta: float = 1e-3
    lr: float = 1e-3
    epochs: int = 15
    batch: int = 100


def sensors(n, w):
    """Five operating states that show up as radial shells of three hidden quantities."""
    y = torch.randint(0, 5, (n,))
    u = F.normalize(torch.randn(n, 3), dim=1) * (0.6 + 0.8 * y.float().unsqueeze(1))
    x = torch.cat([u, torch.randn(n, 5)], 1) @ w
    return x + 0.02 * torch.randn_like(x), y


class VIB(nn.Module):
    def __init__(self, d_in, z_dim, classes):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d_in, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2 * z_dim))
        self.decoder = nn.Linear(z_dim, classes)

    def posterior(self, x):
        mu, raw = self.encoder(x).chunk(2, dim=1)
        return Normal(mu, F.softplus(raw - 1.0) + 1e-4)

    def forward(self, x):
        q = self.posterior(x)
        z = q.rsample() if self.training else q.mean
        return self.decoder(z), q


def train(hp):
    torch.manual_seed(hp.seed)
    w = torch.linalg.qr(torch.randn(16, 16))[0][:8]
    x, y = sensors(hp.n_train, w)
    xt, yt = sensors(hp.n_test, w)
    model = VIB(16, hp.z_dim, 5)
    prior = Normal(torch.zeros(hp.z_dim), torch.ones(hp.z_dim))
    opt = torch.optim.Adam(model.parameters(), lr=hp.lr)
    for epoch in range(1, hp.epochs + 1):
        model.train()
        ce_sum = kl_sum = 0.0
        for idx in torch.randperm(len(x)).split(hp.batch):
            logits, q = model(x[idx])
            ce = F.cross_entropy(logits, y[idx])
            kl = kl_divergence(q, prior).sum(1).mean()
            opt.zero_grad()
            (ce + hp.beta * kl).backward()
            opt.step()
            ce_sum += ce.item() * len(idx)
            kl_sum += kl.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = (model(xt)[0].argmax(1) == yt).float().mean().item()
        print(f"epoch {epoch:2d}  ce {ce_sum / len(x):.3f}  kl {kl_sum / len(x):.3f}  test acc {acc:.3f}")


if __name__ == "__main__":
    train(HParams())
