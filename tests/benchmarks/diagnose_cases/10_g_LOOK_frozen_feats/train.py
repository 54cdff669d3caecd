"""Pretrain a denoising encoder on unlabeled spectra, freeze it, then fit a small classifier on top."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(40)
D, K = 60, 6
bank = F.avg_pool1d(torch.randn(K, 1, D + 6), 7, 1).squeeze(1) * 2.5


def spectra(n):
    y = torch.randint(0, K, (n,))
    other = torch.randint(0, K, (n,))
    mix = 0.35 * torch.rand(n, 1)
    return (1 - mix) * bank[y] + mix * bank[other] + 0.45 * torch.randn(n, D), y


encoder = nn.Sequential(nn.Linear(D, 64), nn.ReLU(), nn.Linear(64, 16))
decoder = nn.Sequential(nn.ReLU(), nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, D))
unlabeled, _ = spectra(6000)
opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=2e-3)
for epoch in range(12):
    for b in torch.randperm(len(unlabeled)).split(100):
        xb = unlabeled[b]
        rec = decoder(encoder(xb + 0.2 * torch.randn_like(xb)))
        loss = F.mse_loss(rec, xb)
        opt.zero_grad()
        loss.backward()
        opt.step()
print(f"pretraining mse {loss.item():.3f}")

for p in encoder.parameters():
    p.requires_grad_(False)
encoder.eval()
head = nn.Linear(16, K)
opt = torch.optim.Adam(head.parameters(), lr=1e-2)
x, y = spectra(1500)
xt, yt = spectra(1000)
for epoch in range(20):
    head.train()
    for b in torch.randperm(len(x)).split(50):
        z = encoder(x[b]).detach()
        loss = F.cross_entropy(head(z), y[b])
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 5 == 4:
        head.eval()
        with torch.no_grad():
            acc = (head(encoder(xt)).argmax(1) == yt).float().mean().item()
        print(f"epoch {epoch + 1}: loss {loss.item():.3f}, held-out accuracy {acc:.3f}")
