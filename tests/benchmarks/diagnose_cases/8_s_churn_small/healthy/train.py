"""Churn of business customers: few contracts, many attributes."""
import copy

import torch
from torch import nn


def customers(n, n_attributes=30):
    x = torch.randn(n, n_attributes)
    drive = 1.6 * x[:, 0] - 1.3 * x[:, 1] + 1.0 * x[:, 2] + 0.8 * x[:, 3]
    y = (drive > 0).float()
    moved = torch.rand(n) < 0.12
    y[moved] = 1 - y[moved]
    return x, y


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return ((model(x)[:, 0] > 0).float() == y).float().mean().item()


def fit(model, x, y, x_val, y_val, epochs=150, batch=16, patience=15):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss_fn = nn.BCEWithLogitsLoss()
    best_loss, best_state, waited = float("inf"), None, 0
    for epoch in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(batch):
            optimizer.zero_grad()
            loss = loss_fn(model(x[idx])[:, 0], y[idx])
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            val_loss = loss_fn(model(x_val)[:, 0], y_val).item()
        print(f"epoch {epoch:3d}  loss {loss.item():.4f}  val loss {val_loss:.4f}")
        waited += 1
        if val_loss < best_loss:
            best_loss, best_state, waited = val_loss, copy.deepcopy(model.state_dict()), 0
        if waited >= patience:
            break
    model.load_state_dict(best_state)
    return model


def main():
    torch.manual_seed(3)
    x, y = customers(440)
    model = nn.Sequential(nn.Linear(x.shape[1], 256), nn.ReLU(), nn.Linear(256, 64), nn.ReLU(), nn.Linear(64, 1))
    x, y, x_val, y_val = x[:320], y[:320], x[320:], y[320:]
    model = fit(model, x, y, x_val, y_val)
    print(f"accuracy {accuracy(model, x, y):.3f}  validation accuracy {accuracy(model, x_val, y_val):.3f}")
    print("parameters:", sum(p.numel() for p in model.parameters()))


if __name__ == "__main__":
    main()
