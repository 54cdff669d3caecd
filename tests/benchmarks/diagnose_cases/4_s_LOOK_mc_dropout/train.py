import numpy as np
import torch
import torch.nn as nn


class SalesNet(nn.Module):
    def __init__(self, n_in, hidden=64, p=0.1):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, hidden), nn.ReLU(), nn.Dropout(p),
            nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(p),
        )
        self.head = nn.Linear(hidden, 1)
        # start from the mean forecast
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(1)


def make_sales(n, rng):
    x = rng.uniform(-1, 1, size=(n, 5)).astype("float32")
    y = np.sin(3 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.5 * x[:, 3] ** 2 + 0.05 * rng.normal(size=n)
    return torch.tensor(x), torch.tensor(y, dtype=torch.float32)


@torch.no_grad()
def mc_predict(net, x, passes=30):
    """mean and spread over stochastic forward passes, dropout stays on"""
    net.train()
    draws = torch.stack([net(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(22)
    rng = np.random.default_rng(22)
    x, y = make_sales(3000, rng)
    xt, yt = make_sales(500, rng)
    y_mean = y.mean()
    net = SalesNet(5)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 20)
    for epoch in range(20):
        net.train()
        total = 0.0
        for idx in torch.randperm(len(x)).split(64):
            loss = nn.functional.mse_loss(net(x[idx]), y[idx] - y_mean)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        sched.step()
        mean, spread = mc_predict(net, xt)
        mse = nn.functional.mse_loss(mean + y_mean, yt).item()
        print(f"epoch {epoch + 1:2d} train {total / len(x):.4f} mc test mse {mse:.4f} R2 {1 - mse / yt.var().item():.3f} mean spread {spread.mean():.3f}")


if __name__ == "__main__":
    main()
