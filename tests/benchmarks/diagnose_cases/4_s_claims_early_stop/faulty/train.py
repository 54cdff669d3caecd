import copy

import numpy as np
import torch
from torch import nn


class EarlyStopping:
    """keeps the best weights and stops after `patience` checks without improvement"""

    def __init__(self, patience=15):
        self.patience = patience
        self.best = float("inf")
        self.bad = 0
        self.state = None

    def update(self, value, model):
        if value < self.best - 1e-4:
            self.best, self.bad = value, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


def make_claims(n, rng):
    x = rng.normal(size=(n, 12)).astype("float32")
    z = 1.5 * x[:, 0] - 1.2 * x[:, 1] + x[:, 2] + 0.8 * np.abs(x[:, 3]) - 0.6
    clean = (z > 0).astype("int64")
    flip = rng.random(n) < 0.2     # assessors are often wrong
    return torch.tensor(x), torch.tensor(np.where(flip, 1 - clean, clean)), torch.tensor(clean)


def evaluate(net, x, y):
    net.eval()
    with torch.no_grad():
        return nn.functional.cross_entropy(net(x), y).item()


torch.manual_seed(15)
rng = np.random.default_rng(15)
x_all, y_all, _ = make_claims(900, rng)
x_train, y_train = x_all[:600], y_all[:600]
x_val, y_val = x_all[600:], y_all[600:]
x_test, _, clean_test = make_claims(2000, rng)

net = nn.Sequential(
    nn.Linear(12, 128), nn.ReLU(),
    nn.Linear(128, 128), nn.ReLU(),
    nn.Linear(128, 2),
)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
stopper = EarlyStopping()

for epoch in range(120):
    net.train()
    total = 0.0
    for idx in torch.randperm(600).split(32):
        loss = nn.functional.cross_entropy(net(x_train[idx]), y_train[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    train_loss = total / 600
    monitored = train_loss
    if epoch % 10 == 0:
        print(f"epoch {epoch} train {train_loss:.4f} monitored {monitored:.4f}")
    if stopper.update(monitored, net):
        print("stopped at epoch", epoch)
        break

net.load_state_dict(stopper.state)
test_loss = evaluate(net, x_test, clean_test)
with torch.no_grad():
    acc = (net(x_test).argmax(1) == clean_test).float().mean().item()
print(f"test loss {test_loss:.3f}  test accuracy {acc:.3f}")
