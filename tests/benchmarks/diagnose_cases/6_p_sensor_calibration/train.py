"""Sensor calibration curve with Monte-Carlo dropout error bars."""
import numpy as np
import torch
from torch import nn

torch.manual_seed(161)
rng = np.random.default_rng(161)


def readings(n, lo, hi):
    v = rng.uniform(lo, hi, n)
    p = np.sin(2 * v) + 0.4 * v + 0.08 * rng.standard_normal(n)
    return torch.tensor(v, dtype=torch.float32)[:, None], torch.tensor(p, dtype=torch.float32)[:, None]


net = nn.Sequential(
    nn.Linear(1, 128), nn.Tanh(), nn.Dropout(0.05),
    nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(128, 1),
)
v_train, p_train = readings(1000, -2, 2)
v_test, p_test = readings(300, -2, 2)
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)

for epoch in range(1, 61):
    net.train()
    for idx in torch.randperm(len(v_train)).split(50):
        loss = nn.functional.mse_loss(net(v_train[idx]), p_train[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 20 == 0:
        print(f"epoch {epoch}  loss {loss.item():.4f}")


@torch.no_grad()
def predict(v, draws=100):
    net.train()
    runs = torch.stack([net(v) for _ in range(draws)])
    return runs.mean(0), runs.std(0)


mean, spread = predict(v_test)
rmse = (mean - p_test).pow(2).mean().sqrt().item()
_, far = predict(torch.linspace(4, 6, 50)[:, None])
print(f"test rmse {rmse:.3f} (noise 0.080)   spread inside {spread.mean():.3f}   outside the calibrated range {far.mean():.3f}")
