"""Tabular classifier, everything configurable from config.yaml."""
import os

import torch
import torch.nn as nn
import yaml
from torch.utils.data import DataLoader

from data import make_dataset, split

HERE = os.path.dirname(os.path.abspath(__file__))


def build_model(n_in, hidden, n_out):
    layers = []
    for h in hidden:
        layers += [nn.Linear(n_in, h), nn.ReLU()]
        n_in = h
    layers.append(nn.Linear(n_in, n_out))
    return nn.Sequential(*layers)


def evaluate(model, loader):
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for xb, yb in loader:
            correct += (model(xb).argmax(1) == yb).sum().item()
            total += len(yb)
    return correct / total


def main():
    with open(os.path.join(HERE, "config.yaml")) as f:
        cfg = yaml.safe_load(f)
    torch.manual_seed(cfg["seed"])

    d = cfg["data"]
    ds = make_dataset(d["n_samples"], d["n_features"], d["n_classes"], cfg["seed"])
    train_ds, val_ds = split(ds, d["val_fraction"], cfg["seed"])

    t = cfg["train"]
    train_loader = DataLoader(train_ds, batch_size=t["batch_size"], shuffle=True)
    val_loader = DataLoader(val_ds, batch_size=256)

    model = build_model(d["n_features"], cfg["model"]["hidden"], d["n_classes"])
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=t["lr"], momentum=t["momentum"])

    for epoch in range(t["epochs"]):
        model.train()
        running = 0.0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(yb)
        print(f"epoch {epoch + 1:2d}  loss {running / len(train_ds):.4f}  val acc {evaluate(model, val_loader):.3f}")


if __name__ == "__main__":
    main()
