"""Delivery cost estimate with uncertainty: repeated stochastic forward passes at prediction time."""
import numpy as np
import torch
from torch import nn


class CostNet(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(d, 64), nn.ReLU(), nn.Dropout(0.1),
                               nn.Linear(64, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 1))

    def forward(self, x):
        return self.f(x)[:, 0]


def freight(n, rng):
    x = rng.uniform(-1, 1, (n, 4)).astype(np.float32)
    y = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.5 * x[:, 3] + rng.normal(0, 0.05, n)
    return torch.from_numpy(x), torch.from_numpy(y.astype(np.float32))


def predict_with_spread(net, x, passes=50):
    net.train()  # keep the sampling of the dropout masks: MC dropout
    with torch.no_grad():
        draws = torch.stack([net(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(15)
    rng = np.random.default_rng(15)
    xt, yt = freight(4000, rng)
    xv, yv = freight(500, rng)
    net = CostNet(4)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(20):
        net.train()
        for idx in torch.randperm(len(xt)).split(64):
            loss = nn.functional.mse_loss(net(xt[idx]), yt[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 4:
            mean, spread = predict_with_spread(net, xv)
            r2 = 1 - (mean - yv).pow(2).sum() / (yv - yv.mean()).pow(2).sum()
            inside = ((mean - yv).abs() < 2 * (spread ** 2 + 0.05 ** 2).sqrt()).float().mean()
            print(f"epoch {epoch + 1}: val R2 {r2:.3f}, inside 2 sigma {inside:.2f}, mean spread {spread.mean():.3f}")


if __name__ == "__main__":
    main()
