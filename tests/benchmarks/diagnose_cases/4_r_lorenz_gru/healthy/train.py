import json
import pathlib

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

from model import Forecaster

cfg = json.loads((pathlib.Path(__file__).parent / "config.json").read_text())


def lorenz(steps, dt=0.02, sigma=10.0, rho=28.0, beta=8 / 3):
    s = np.random.uniform(-1, 1, 3) + np.array([0.0, 0.0, 20.0])
    out = np.zeros((steps, 3))
    def f(s):
        return np.array([sigma * (s[1] - s[0]), s[0] * (rho - s[2]) - s[1], s[0] * s[1] - beta * s[2]])
    for t in range(steps):
        k1 = f(s)
        k2 = f(s + dt / 2 * k1)
        k3 = f(s + dt / 2 * k2)
        k4 = f(s + dt * k3)
        s = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out[t] = s
    return out


def windows(series, width, horizon=5):
    n = len(series) - width - horizon + 1
    x = np.stack([series[i:i + width] for i in range(n)])
    y = series[width + horizon - 1:width + horizon - 1 + n]
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


def main():
    np.random.seed(cfg["seed"])
    torch.manual_seed(cfg["seed"])
    series = lorenz(4500)[200:]
    cut = 3400
    mean, std = series[:cut].mean(0), series[:cut].std(0)
    series = (series - mean) / std
    x_tr, y_tr = windows(series[:cut], cfg["window"])
    x_te, y_te = windows(series[cut:], cfg["window"])
    loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=cfg["batch_size"], shuffle=True)

    net = Forecaster(3, cfg["hidden"], cfg["layers"])
    opt = torch.optim.Adam(net.parameters(), lr=cfg["learning_rate"])
    criterion = nn.MSELoss()

    persistence = (x_te[:, -1] - y_te).pow(2).mean().item()
    print(f"persistence baseline mse {persistence:.4f}")
    for epoch in range(cfg["epochs"]):
        net.train()
        total = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = criterion(net(xb), yb)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), cfg["grad_clip"])
            opt.step()
            total += loss.item()
        net.eval()
        with torch.no_grad():
            test = criterion(net(x_te), y_te).item()
        print(f"epoch {epoch:3d}  train {total / len(loader):.5f}  test {test:.5f}  skill {1 - test / persistence:.3f}")


if __name__ == "__main__":
    main()
