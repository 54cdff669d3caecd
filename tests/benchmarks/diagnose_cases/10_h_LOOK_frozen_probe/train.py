"""Denoising pretraining of an encoder, then a linear probe for a rare class on frozen features."""
import math
import torch
import torch.nn as nn

torch.manual_seed(51)
mix = torch.randn(6, 50)


def draw(n):
    z = torch.randn(n, 6)
    x = torch.tanh(z @ mix / 5) + 0.05 * torch.randn(n, 50)
    y = (z[:, 0] + z[:, 1] > 2.0).float()
    return x, y


encoder = nn.Sequential(nn.Linear(50, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 16))
decoder = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 50))
x_un, _ = draw(4000)
pre = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=2e-3)
for epoch in range(12):
    for x in x_un[torch.randperm(4000)].split(100):
        loss = nn.functional.mse_loss(decoder(encoder(x + 0.1 * torch.randn_like(x))), x)
        pre.zero_grad()
        loss.backward()
        pre.step()
print(f"pretraining mse {loss.item():.4f}")

for p in encoder.parameters():
    p.requires_grad_(False)
encoder.eval()

x_tr, y_tr = draw(3000)
x_te, y_te = draw(2000)
rate = y_tr.mean().item()
probe = nn.Linear(16, 1)
nn.init.zeros_(probe.weight)
nn.init.constant_(probe.bias, math.log(rate / (1 - rate)))
opt = torch.optim.SGD(probe.parameters(), lr=0.2, momentum=0.9)
bce = nn.BCELoss()
for epoch in range(1, 21):
    for idx in torch.randperm(3000).split(100):
        prob = torch.sigmoid(probe(encoder(x_tr[idx]))).squeeze(1)
        loss = bce(prob, y_tr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 4 == 0:
        with torch.no_grad():
            p = torch.sigmoid(probe(encoder(x_te))).squeeze(1)
        tp = ((p > 0.5) & (y_te == 1)).sum().item()
        f1 = 2 * tp / max(1, (p > 0.5).sum().item() + int(y_te.sum()))
        print(f"epoch {epoch} test bce {bce(p, y_te).item():.4f} (base rate {rate:.3f}) F1 {f1:.3f}")
