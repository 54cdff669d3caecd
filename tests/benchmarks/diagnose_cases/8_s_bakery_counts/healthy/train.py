"""Number of rolls sold per shop and hour (Poisson regression with a small network)."""
import math

import numpy as np
import torch
import torch.nn as nn


def make_sales(n, rng):
    hour = rng.integers(6, 19, n)
    weekday = rng.integers(0, 7, n)
    temp = rng.normal(14, 8, n)
    promo = rng.random(n) < 0.2
    size = rng.uniform(0.5, 2.0, n)
    rate = 45 * size * (0.5 + np.exp(-((hour - 8) / 2.0) ** 2) + 0.4 * np.exp(-((hour - 16) / 1.5) ** 2))
    rate *= np.where(weekday >= 5, 1.3, 1.0) * np.where(promo, 1.5, 1.0) * np.exp(-0.01 * (temp - 14))
    sold = rng.poisson(rate)
    feats = np.column_stack([
        hour, (hour - 12.0) ** 2 / 36, weekday >= 5, temp, promo, np.log(size),
        np.eye(13)[hour - 6],
    ])
    return feats.astype(np.float32), sold.astype(np.float32)


class SalesRate(nn.Module):
    def __init__(self, n_in, mean_sales):
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(n_in, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU())
        self.log_rate = nn.Linear(48, 1)
        nn.init.constant_(self.log_rate.bias, math.log(mean_sales))

    def forward(self, x):
        return self.log_rate(self.hidden(x)).squeeze(-1)


def deviance_explained(rate, sold):
    def dev(mu):
        term = torch.where(sold > 0, sold * torch.log(sold.clamp(min=1) / mu), torch.zeros_like(sold))
        return 2 * (term - (sold - mu)).sum()
    return 1 - (dev(rate) / dev(sold.mean().expand_as(sold))).item()


def main(seed=8):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    x, y = make_sales(7000, rng)
    mean, std = x[:5600].mean(0), x[:5600].std(0)
    x = torch.from_numpy((x - mean) / std)
    y = torch.from_numpy(y)
    x_tr, y_tr, x_te, y_te = x[:5600], y[:5600], x[5600:], y[5600:]

    model = SalesRate(x.shape[1], float(y_tr.mean()))
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss_fn = nn.PoissonNLLLoss(log_input=True)
    for epoch in range(20):
        losses = []
        for idx in torch.randperm(len(x_tr)).split(64):
            opt.zero_grad()
            loss = loss_fn(model(x_tr[idx]), y_tr[idx])
            loss.backward()
            opt.step()
            losses.append(loss.item())
        if (epoch + 1) % 5 == 0:
            with torch.no_grad():
                rate = model(x_te).exp()
            print(f"epoch {epoch + 1}: nll {np.mean(losses):.3f}, "
                  f"MAE {(rate - y_te).abs().mean().item():.2f} rolls, "
                  f"deviance explained {deviance_explained(rate, y_te):.3f}")


if __name__ == "__main__":
    main()
