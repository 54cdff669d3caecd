"""Beat shape classification on single-lead ECG-like traces."""
import numpy as np
import torch
import torch.nn as nn

device = torch.device("cpu")
L = 96


def beat(kind, rng):
    t = np.arange(L)
    c = rng.integers(25, 70)
    w = rng.uniform(2.2, 3.0)
    up = np.exp(-0.5 * ((t - c) / w) ** 2)
    lag = 9
    dn = np.exp(-0.5 * ((t - c - (lag if kind in (0, 2) else -lag)) / w) ** 2)
    sig = up - dn
    if kind >= 2:
        sig = sig + np.exp(-0.5 * ((t - c - (20 if kind == 2 else -20)) / w) ** 2)
    else:
        sig = sig + np.exp(-0.5 * ((t - c - (-20 if kind == 0 else 20)) / w) ** 2)
    return sig * rng.uniform(0.8, 1.2) + rng.normal(0, 0.2, L)


def recordings(n, rng):
    y = rng.integers(0, 4, n)
    x = np.stack([beat(k, rng) for k in y])[:, None]
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


class BeatNet(nn.Module):
    def __init__(self, channels=(16, 24, 32), kernel_size=9, n_classes=4):
        super().__init__()
        blocks, c_in = [], 1
        for c in channels:
            blocks += [nn.Conv1d(c_in, c, kernel_size, padding=kernel_size // 2), nn.BatchNorm1d(c), nn.ReLU(inplace=True)]
            c_in = c
        blocks.insert(3, nn.MaxPool1d(2))
        self.features = nn.Sequential(*blocks)
        self.classifier = nn.Linear(2 * c_in, n_classes)

    def forward(self, x):
        f = self.features(x)
        return self.classifier(torch.cat([f.mean(-1), f.amax(-1)], dim=1))


def test(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


rng = np.random.default_rng(23)
torch.manual_seed(23)
X, Y = recordings(1500, rng)
Xt, Yt = recordings(400, rng)
model = BeatNet(channels=(16, 24, 32), kernel_size=1).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
for epoch in range(10):
    model.train()
    tot = 0.0
    for rows in torch.randperm(len(X)).split(50):
        optimizer.zero_grad()
        out = model(X[rows].to(device))
        loss = nn.functional.cross_entropy(out, Y[rows].to(device))
        loss.backward()
        optimizer.step()
        tot += loss.item()
    scheduler.step()
    print(f"ep {epoch:02d} loss {tot / 30:.3f} test acc {test(model, Xt, Yt):.3f}")
