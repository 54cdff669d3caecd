# Soft sensor: NOx emission of a boiler from 12 process variables.
import numpy as np
import torch
from torch import nn, optim


def process_log(n=3000, seed=9):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, 4))
    mix = rng.normal(size=(4, 12))
    X = z @ mix + 0.1 * rng.normal(size=(n, 12))
    nox = 30 * np.tanh(z[:, 0] * z[:, 1]) + 12 * np.abs(z[:, 2]) + 6 * z[:, 3]
    return X.astype("float32"), (nox + rng.normal(0, 1, n)).astype("float32")


class SoftSensor(nn.Module):
    def __init__(self, n_inputs, width=48, depth=9):
        super().__init__()
        dims = [n_inputs] + [width] * depth
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in zip(dims[:-1], dims[1:]))
        self.act = nn.ReLU()
        self.readout = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.hidden:
            x = self.act(layer(x))
        return self.readout(x).squeeze(-1)


def r_squared(y, p):
    return float(1 - ((y - p) ** 2).sum() / ((y - y.mean()) ** 2).sum())


def train():
    torch.manual_seed(9)
    X, y = process_log()
    tr, te = slice(0, 2400), slice(2400, None)
    X = (X - X[tr].mean(0)) / X[tr].std(0)
    y = (y - y[tr].mean()) / y[tr].std()
    X, y = torch.from_numpy(X), torch.from_numpy(y)
    net = SoftSensor(X.shape[1])
    opt = optim.Adam(net.parameters(), lr=1e-3)
    crit = nn.MSELoss()
    Xtr, ytr = X[tr], y[tr]
    for epoch in range(1, 26):
        net.train()
        for idx in torch.randperm(len(Xtr)).split(64):
            opt.zero_grad()
            loss = crit(net(Xtr[idx]), ytr[idx])
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            net.eval()
            with torch.no_grad():
                print(f"epoch {epoch:3d}: batch mse {loss.item():.3f}, hold-out R2 {r_squared(y[te], net(X[te])):.3f}")


train()
