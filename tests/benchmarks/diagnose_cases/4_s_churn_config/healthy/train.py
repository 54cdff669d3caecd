import json

import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from data import get_splits


def build_model(n_in, hidden):
    layers = []
    for h in hidden:
        layers += [nn.Linear(n_in, h), nn.ReLU()]
        n_in = h
    layers.append(nn.Linear(n_in, 1))
    return nn.Sequential(*layers)


def evaluate(model, loader, criterion):
    model.eval()
    correct, total, loss = 0, 0, 0.0
    with torch.no_grad():
        for x, y in loader:
            logit = model(x).squeeze(1)
            loss += criterion(logit, y).item() * len(y)
            correct += ((logit > 0).float() == y).sum().item()
            total += len(y)
    return loss / total, correct / total


def main():
    with open("config.json") as f:
        cfg = json.load(f)
    torch.manual_seed(cfg["seed"])
    train_ds, test_ds = get_splits(cfg["n_customers"], cfg["seed"])
    train_dl = DataLoader(train_ds, batch_size=cfg["batch_size"], shuffle=True)
    test_dl = DataLoader(test_ds, batch_size=500)

    model = build_model(train_ds[0][0].numel(), cfg["hidden"])
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"], weight_decay=cfg["weight_decay"])

    for epoch in range(cfg["epochs"]):
        model.train()
        running = 0.0
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = criterion(model(x).squeeze(1), y)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(y)
        val_loss, val_acc = evaluate(model, test_dl, criterion)
        print(f"epoch {epoch + 1:02d} train {running / len(train_ds):.4f} val {val_loss:.4f} acc {val_acc:.3f}")


if __name__ == "__main__":
    main()
