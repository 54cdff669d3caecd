import json
import pathlib

import torch
from torch import nn

cfg = json.loads((pathlib.Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])


def listings(n):
    area = 20 + 100 * torch.rand(n)
    rooms = (area / 28).round().clamp(min=1)
    floor = torch.randint(0, 9, (n,)).float()
    dist = 12 * torch.rand(n)
    lift = (torch.rand(n) < 0.5).float()
    rent = 250 + 9 * area * (1 + torch.exp(-dist / 3)) + 20 * floor * lift - 15 * floor * (1 - lift)
    rent = rent + 40 * torch.randn(n)
    return torch.stack([area, rooms, floor, dist, lift], 1), rent.unsqueeze(1)


def mlp(d_in, hidden):
    layers = []
    for h in hidden:
        layers += [nn.Linear(d_in, h), nn.ReLU()]
        d_in = h
    return nn.Sequential(*layers, nn.Linear(d_in, 1))


x, y = listings(cfg["n_flats"])
n_val = len(x) // 5
xm, xs = x[n_val:].mean(0), x[n_val:].std(0)
ym, ys = y[n_val:].mean(), y[n_val:].std()
x = (x - xm) / xs
x_val, y_val = x[:n_val], y[:n_val]
x_tr, y_tr = x[n_val:], (y[n_val:] - ym) / ys

net = mlp(x.shape[1], cfg["hidden"])
o = dict(cfg["optimizer"])
opt = getattr(torch.optim, o.pop("name"))(net.parameters(), **o)
mse = nn.MSELoss()

for epoch in range(cfg["epochs"]):
    net.train()
    total = 0.0
    perm = torch.randperm(len(x_tr))
    for b in range(0, len(perm), cfg["batch_size"]):
        i = perm[b:b + cfg["batch_size"]]
        opt.zero_grad()
        loss = mse(net(x_tr[i]), y_tr[i])
        loss.backward()
        opt.step()
        total += loss.item() * len(i)
    net.eval()
    with torch.no_grad():
        pred = net(x_val) * ys + ym
        mae = (pred - y_val).abs().mean().item()
        r2 = 1 - ((pred - y_val) ** 2).sum() / ((y_val - y_val.mean()) ** 2).sum()
    print(f"epoch {epoch + 1:2d}  train {total / len(x_tr):.4f}  val MAE {mae:7.1f} EUR  R2 {r2.item():.3f}")
