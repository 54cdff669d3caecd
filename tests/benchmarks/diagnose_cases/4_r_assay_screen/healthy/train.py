"""Predict active compounds from fingerprints; labels of the assay are noisy."""
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def screen(n, rng, w, noise):
    fp = (rng.random((n, 60)) < 0.2).astype(np.float32)
    score = fp @ w
    label = (score > np.median(score)).astype(np.int64)
    clean = label.copy()
    flip = rng.random(n) < noise
    label[flip] = 1 - label[flip]
    return torch.tensor(fp), torch.tensor(label), torch.tensor(clean)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(60, 256)
        self.l2 = nn.Linear(256, 256)
        self.l3 = nn.Linear(256, 2)

    def forward(self, x):
        return self.l3(F.relu(self.l2(F.relu(self.l1(x)))))


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.best, self.bad, self.state = patience, float("inf"), 0, None

    def update(self, value, model):
        if value < self.best:
            self.best, self.bad = value, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


@torch.no_grad()
def mean_loss(model, x, y):
    model.eval()
    return F.cross_entropy(model(x), y).item()


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    w = rng.normal(size=60) * (rng.random(60) < 0.25)
    x, y, _ = screen(3600, rng, w, noise=0.3)
    x_test, _, y_test = screen(1500, rng, w, noise=0.0)
    x_train, y_train = x[:2800], y[:2800]
    x_val, y_val = x[2800:], y[2800:]

    model = Net()
    opt = torch.optim.Adam(model.parameters(), lr=5e-4)
    stopper = EarlyStopping(patience=8)
    for epoch in range(45):
        model.train()
        for idx in torch.randperm(len(x_train)).split(64):
            loss = F.cross_entropy(model(x_train[idx]), y_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        monitor = mean_loss(model, x_val, y_val)
        print(f"epoch {epoch:2d} loss {loss.item():.4f} monitor {monitor:.4f}")
        if stopper.update(monitor, model):
            print("early stop")
            break
    model.load_state_dict(stopper.state)
    model.eval()
    with torch.no_grad():
        logp = F.log_softmax(model(x_test), dim=1)
    acc = (logp.argmax(1) == y_test).float().mean()
    print(f"test log loss {F.nll_loss(logp, y_test):.3f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
