"""Day-ahead wind power: median and upper-band forecast with the pinball loss."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

seed = 61
torch.manual_seed(seed)
rng = np.random.default_rng(seed)


def weather(n):
    wind = rng.weibull(2.0, n) * 8
    direction = rng.uniform(0, 2 * np.pi, n)
    temp = rng.normal(10, 8, n)
    cap = 1 / (1 + np.exp(-(wind - 8) * 0.8))
    power = cap * (1 + 0.25 * np.cos(direction)) - 0.004 * (temp - 10)
    power = power + rng.normal(size=n) * 0.03 * (1 + wind / 8)
    feats = np.stack([wind / 8 - 1, np.cos(direction), np.sin(direction), (temp - 10) / 8], 1)
    return torch.from_numpy(feats).float(), torch.from_numpy(power).float()


class QuantileNet(nn.Module):
    def __init__(self, n_features, hidden=48):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_features, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU()
        )
        self.q50 = nn.Linear(hidden, 1)
        self.q90 = nn.Linear(hidden, 1)

    def forward(self, x):
        h = self.body(x)
        return self.q50(h), self.q90(h)


def pinball(pred, target, q):
    diff = target - pred
    return torch.maximum(q * diff, (q - 1) * diff).mean()


x, y = weather(3000)
xv, yv = weather(800)
loader = DataLoader(TensorDataset(x, y), batch_size=64, shuffle=True)
model = QuantileNet(x.shape[1])
opt = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(15):
    for xb, yb in loader:
        med, up = model(xb)
        loss = pinball(med, yb, 0.5) + pinball(up, yb, 0.9)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"epoch {epoch} pinball {loss.item():.4f}")

model.eval()
with torch.no_grad():
    med, up = (t.reshape(-1) for t in model(xv))
mae = (med - yv).abs().mean().item()
print(f"median MAE {mae:.3f} (always the median: {(yv - y.median()).abs().mean():.3f}), below q90: {(yv < up).float().mean():.2f}")
