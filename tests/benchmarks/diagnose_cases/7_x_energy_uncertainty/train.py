import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class HeatDemand(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(5, 96), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(96, 96), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(96, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)


def houses(n, seed):
    rng = np.random.default_rng(seed)
    area, temp, people, wind, glass = rng.uniform(-1, 1, (5, n))
    y = 1.5 * area - 2 * temp + 0.6 * people + 0.8 * wind * np.maximum(-temp, 0) + 0.5 * glass * area
    y += rng.normal(scale=0.15, size=n)
    return torch.tensor(np.stack([area, temp, people, wind, glass], 1), dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


def predict(model, x, passes=40):
    model.train()
    with torch.no_grad():
        draws = torch.stack([model(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(70)
    x, y = houses(4000, seed=70)
    loader = DataLoader(TensorDataset(x[:3200], y[:3200]), batch_size=64, shuffle=True)
    x_test, y_test = x[3200:], y[3200:]
    model = HeatDemand()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(15):
        total = 0.0
        model.train()
        for xb, yb in loader:
            loss = nn.functional.mse_loss(model(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(yb)
        if epoch % 5 == 4:
            mean, std = predict(model, x_test)
            r2 = 1 - (mean - y_test).pow(2).mean() / y_test.var()
            print(f"epoch {epoch + 1}: train mse {total / 3200:.4f} test R2 {r2:.3f} mean model std {std.mean():.3f}")
    _, inside = predict(model, x_test)
    _, outside = predict(model, x_test * 3)
    print(f"model std inside the data {inside.mean():.3f}, far outside {outside.mean():.3f}")


if __name__ == "__main__":
    main()
