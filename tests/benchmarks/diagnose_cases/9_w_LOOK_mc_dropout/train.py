# Regression with uncertainty from Monte-Carlo dropout.
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class BayesMLP(nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 96), nn.ReLU(), nn.Dropout(p),
                                 nn.Linear(96, 96), nn.ReLU(), nn.Dropout(p), nn.Linear(96, 1))

    def forward(self, x):
        return self.net(x)

    @torch.no_grad()
    def predict(self, x, samples=30):
        self.train()
        draws = torch.stack([self(x) for _ in range(samples)])
        return draws.mean(0), draws.std(0)


def plant(n, rng):
    x = rng.uniform(-2, 2, (n, 3))
    y = np.sin(2 * x[:, :1]) + 0.5 * x[:, 1:2] * x[:, 2:] + rng.normal(0, 0.1, (n, 1))
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


def main():
    torch.manual_seed(10)
    rng = np.random.default_rng(10)
    train, (x_te, y_te) = plant(2500, rng), plant(600, rng)
    model = BayesMLP()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-6)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=20)
    for epoch in range(20):
        model.train()
        for xb, yb in DataLoader(TensorDataset(*train), batch_size=64, shuffle=True):
            opt.zero_grad()
            loss = nn.functional.mse_loss(model(xb), yb)
            loss.backward()
            opt.step()
        sched.step()
        if epoch % 4 == 3:
            mean, std = model.predict(x_te)
            r2 = 1 - ((mean - y_te) ** 2).sum() / ((y_te - y_te.mean()) ** 2).sum()
            print(f"epoch {epoch + 1} loss {loss.item():.4f} test R2 {r2.item():.3f} mean predictive std {std.mean().item():.3f}")


main()
