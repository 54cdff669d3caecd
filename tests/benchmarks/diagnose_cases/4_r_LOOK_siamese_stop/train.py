"""Self-supervised features (SimSiam) of synthetic spectra, checked with a linear probe."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CLASSES, LENGTH = 5, 64


def spectra(n, peaks):
    y = torch.randint(0, CLASSES, (n,))
    t = torch.linspace(0, 1, LENGTH)
    c = peaks[y] + 0.01 * torch.randn(n, 3)
    x = torch.exp(-((t[None, None] - c[:, :, None]) / 0.03) ** 2).sum(1)
    return x, y


def augment(x):
    gain = 0.6 + 0.8 * torch.rand(len(x), 1)
    offset = 0.5 * torch.randn(len(x), 1)
    slope = torch.randn(len(x), 1) * torch.linspace(-1, 1, LENGTH)
    return gain * x + offset + slope + 0.1 * torch.randn_like(x)


def mlp(a, b, c):
    return nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Linear(b, c))


class SimSiam(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(mlp(LENGTH, 128, 64), nn.BatchNorm1d(64, affine=False))
        self.predictor = mlp(64, 32, 64)

    def forward(self, a, b):
        za, zb = self.encoder(a), self.encoder(b)
        pa, pb = self.predictor(za), self.predictor(zb)
        return -(F.cosine_similarity(pa, zb.detach()).mean() + F.cosine_similarity(pb, za.detach()).mean()) / 2


def probe(encoder, x, y, x_te, y_te):
    encoder.eval()
    with torch.no_grad():
        f, f_te = encoder(x), encoder(x_te)
    clf = nn.Linear(f.size(1), CLASSES)
    opt = torch.optim.Adam(clf.parameters(), lr=0.02)
    for _ in range(100):
        opt.zero_grad()
        F.cross_entropy(clf(f), y).backward()
        opt.step()
    return (clf(f_te).argmax(1) == y_te).float().mean().item()


torch.manual_seed(9)
peaks = torch.rand(CLASSES, 3)
x, y = spectra(2000, peaks)
x_te, y_te = spectra(500, peaks)
x_te = augment(x_te)
model = SimSiam()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
for epoch in range(20):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(x)).split(100):
        loss = model(augment(x[idx]), augment(x[idx]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() / 20
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1} loss {total:.4f} probe acc {probe(model.encoder, augment(x), y, x_te, y_te):.3f}")
