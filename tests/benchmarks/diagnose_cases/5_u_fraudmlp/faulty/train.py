import pathlib
import tomllib

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from model import TabularNet

cfg = tomllib.loads((pathlib.Path(__file__).parent / "config.toml").read_text())
torch.manual_seed(cfg["train"]["seed"])


def transactions(n, f, c):
    centers = torch.randn(c * 3, f) * 0.9
    which = torch.randint(0, c * 3, (n,))
    return centers[which] + torch.randn(n, f), which % c


x, y = transactions(cfg["data"]["n"], cfg["data"]["features"], cfg["data"]["classes"])
n_train = int(0.8 * len(x))
mean, std = x[:n_train].mean(0), x[:n_train].std(0)
x = (x - mean) / std
loader = DataLoader(
    TensorDataset(x[:n_train], y[:n_train]), batch_size=cfg["train"]["batch_size"], shuffle=True
)

model = TabularNet(cfg["data"]["features"], cfg["data"]["classes"], **cfg["model"])
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["train"]["lr"])
loss_fn = nn.CrossEntropyLoss()

for epoch in range(cfg["train"]["epochs"]):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item()
    model.eval()
    with torch.no_grad():
        acc = (model(x[n_train:]).argmax(1) == y[n_train:]).float().mean().item()
    print(f"epoch {epoch + 1}: train loss {total / len(loader):.3f}, holdout accuracy {acc:.3f}")
