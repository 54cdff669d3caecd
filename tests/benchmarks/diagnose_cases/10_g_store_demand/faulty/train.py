"""Daily demand per store and product: promo, price and season interact."""
import numpy as np
import torch
from torch import nn


class DemandMLP(nn.Module):
    def __init__(self, d_in, width=96, depth=3):
        super().__init__()
        layers, d = [], d_in
        for _ in range(depth):
            layers.append(nn.Linear(d, width))
            layers.append(nn.BatchNorm1d(width))
            d = width
        layers.append(nn.Linear(d, 1))
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)[:, 0]


def history(n, rng):
    price = rng.uniform(-1, 1, n)
    promo = rng.integers(0, 2, n)
    week = rng.uniform(0, 2 * np.pi, n)
    temp = rng.normal(0, 1, n)
    stock = rng.uniform(0, 1, n)
    want = 1.5 * np.cos(3 * week) * (1 + promo) - 2.0 * price * (2 * promo - 1) + temp ** 2 * (price < 0)
    sold = np.minimum(want, 4 * stock) + rng.normal(0, 0.15, n)
    x = np.stack([price, 2 * promo - 1, np.sin(week), np.cos(week), temp, 2 * stock - 1], axis=1)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(sold, dtype=torch.float32)


rng = np.random.default_rng(77)
torch.manual_seed(77)
x_tr, y_tr = history(6000, rng)
x_va, y_va = history(1500, rng)
net = DemandMLP(x_tr.shape[1])
opt = torch.optim.Adam(net.parameters(), lr=4e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=3)

best = float("inf")
for epoch in range(30):
    net.train()
    order = rng.permutation(len(x_tr))
    for k in range(0, len(order), 128):
        sel = torch.from_numpy(order[k:k + 128])
        loss = nn.functional.mse_loss(net(x_tr[sel]), y_tr[sel])
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        val = nn.functional.mse_loss(net(x_va), y_va).item()
    plateau.step(val)
    best = min(best, val)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1} train {loss.item():.3f} val {val:.3f} share of variance {1 - val / y_va.var().item():.3f}")
print(f"best val mse {best:.3f}")
