"""One-step-ahead electricity load forecasting with a window MLP."""
import yaml
import numpy as np
import torch
import torch.nn as nn

CONFIG = """
seed: 21
window: 24
hidden: 48
epochs: 14
batch_size: 64
lr: 0.001
"""
cfg = yaml.safe_load(CONFIG)
torch.manual_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])


class Scaler:
    def fit(self, a):
        self.mean, self.std = a.mean(), a.std()
        return self

    def transform(self, a):
        return (a - self.mean) / self.std


t = np.arange(5000)
load = 300 + 0.06 * t + 60 * np.sin(2 * np.pi * t / 24) + 25 * np.sin(2 * np.pi * t / 168) + rng.normal(0, 5, t.size)
split = 4000
train_raw, test_raw = load[:split], load[split:]


def windows(series, w):
    x = np.lib.stride_tricks.sliding_window_view(series, w)[:-1]
    return torch.tensor(x.copy(), dtype=torch.float32), torch.tensor(series[w:].copy(), dtype=torch.float32)


scaler = Scaler().fit(train_raw)
x_tr, y_tr = windows(scaler.transform(train_raw), cfg["window"])
x_te, _ = windows(scaler.transform(test_raw), cfg["window"])
_, y_te = windows(scaler.transform(test_raw), cfg["window"])

model = nn.Sequential(
    nn.Linear(cfg["window"], cfg["hidden"]), nn.ReLU(),
    nn.Linear(cfg["hidden"], 1), nn.Flatten(0),
)
opt = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
mse = nn.MSELoss()

for ep in range(cfg["epochs"]):
    model.train()
    tot = 0.0
    for idx in torch.randperm(len(x_tr)).split(cfg["batch_size"]):
        opt.zero_grad()
        loss = mse(model(x_tr[idx]), y_tr[idx])
        loss.backward()
        opt.step()
        tot += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        pred = model(x_te)
        mae = (pred - y_te).abs().mean().item() * scaler.std
    print(f"epoch {ep:>2}: train_mse={tot / len(x_tr):.4f}  test_mae={mae:.2f} MW")
