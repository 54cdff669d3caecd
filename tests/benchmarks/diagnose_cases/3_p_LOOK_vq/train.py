"""Vector-quantised autoencoder for tabular clusters."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(2)
centers = torch.randn(12, 16) * 1.5


def data(n):
    return centers[torch.randint(12, (n,))] + 0.1 * torch.randn(n, 16)


class VQ(nn.Module):
    def __init__(self, k=64, d=4):
        super().__init__()
        self.codebook = nn.Parameter(torch.randn(k, d))

    def forward(self, z):
        idx = torch.cdist(z.detach(), self.codebook.detach()).argmin(1)
        q = self.codebook[idx]
        loss = F.mse_loss(q, z.detach()) + 0.25 * F.mse_loss(z, q.detach())
        return z + (q - z).detach(), loss, idx


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 4), nn.BatchNorm1d(4, affine=False))
        self.vq = VQ()
        self.dec = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 16))

    def forward(self, x):
        q, vq_loss, idx = self.vq(self.enc(x))
        return self.dec(q), vq_loss, idx


model = Model()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(1, 901):
    x = data(128)
    rec, vq_loss, _ = model(x)
    loss = F.mse_loss(rec, x) + vq_loss
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 150 == 0:
        print(f"step {step}: rec {F.mse_loss(rec, x).item():.4f} vq {vq_loss.item():.4f}")

model.eval()
with torch.no_grad():
    x = data(1000)
    rec, _, idx = model(x)
print(f"test mse {F.mse_loss(rec, x):.4f} (variance {x.var():.3f}), codes used {idx.unique().numel()}")
