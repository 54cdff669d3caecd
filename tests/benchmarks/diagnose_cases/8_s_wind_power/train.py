"""Wind farm output with error bars: Gaussian likelihood plus repeated stochastic passes."""
import numpy as np
import torch
from torch import nn


class PowerNet(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, 96), nn.ReLU(), nn.Dropout(0.05),
                                   nn.Linear(96, 96), nn.ReLU(), nn.Dropout(0.05))
        self.mean = nn.Linear(96, 1)
        self.log_var = nn.Linear(96, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.mean(h)[:, 0], self.log_var(h)[:, 0].clamp(-8, 4)


def farm(n, rng):
    wind = rng.weibull(2.0, n) * 8
    direction = rng.uniform(0, 2 * np.pi, n)
    density = rng.normal(1.2, 0.05, n)
    wake = 1 - 0.15 * np.maximum(0, np.cos(direction - 1))
    power = wake / (1 + np.exp(-(wind - 9) / 1.3)) * density / 1.2
    power = power + rng.normal(0, 0.01 + 0.04 * (np.abs(wind - 9) < 3), n)
    x = np.column_stack([(wind - 7) / 4, np.sin(direction), np.cos(direction), (density - 1.2) / 0.05])
    return torch.tensor(x, dtype=torch.float32), torch.tensor(power, dtype=torch.float32)


def predict(model, x, passes=40):
    model.train()
    with torch.no_grad():
        draws = [model(x) for _ in range(passes)]
    means = torch.stack([m for m, _ in draws])
    noise = torch.stack([v.exp() for _, v in draws]).mean(0)
    return means.mean(0), (means.var(0) + noise).sqrt()


rng = np.random.default_rng(2)
torch.manual_seed(2)
x, y = farm(5000, rng)
x_new, y_new = farm(1000, rng)
model = PowerNet(x.shape[1])
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
for epoch in range(30):
    running = 0.0
    for idx in torch.randperm(len(x)).split(100):
        mean, log_var = model(x[idx])
        loss = 0.5 * (log_var + (y[idx] - mean) ** 2 / log_var.exp()).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item() * len(idx)
    if epoch % 6 == 5:
        print(f"epoch {epoch + 1:2d}  objective {running / len(x):.3f}")

centre, sigma = predict(model, x_new)
inside = ((y_new - centre).abs() < 1.645 * sigma).float().mean().item()
print(f"MAE {(centre - y_new).abs().mean().item():.4f} of rated power; "
      f"90% band contains {inside:.3f} of the readings; spread of the readings {y_new.std().item():.3f}")
