"""Default prediction for consumer credit: interaction-heavy tabular data."""
import numpy as np
import torch
import torch.nn as nn


def applications(n, rng):
    income = rng.lognormal(10.3, 0.4, n)
    debt = rng.lognormal(9.2, 0.7, n)
    age = rng.uniform(20, 70, n)
    tenure = rng.exponential(5, n)
    late = rng.poisson(0.6, n)
    ratio = np.log(debt / income)
    ideal_age = np.abs(age - 45) / 12
    risk = 2.2 * np.abs(ratio + 1.1) + 1.8 * (ideal_age > 1.1) * (late > 0) * 1.5 + 1.2 * ideal_age - 0.8 * (tenure > 4) * (late == 0)
    y = (risk + rng.normal(0, 0.3, n) > 2.6).astype(np.float32)
    X = np.stack([np.log(income), np.log(debt), age, np.log1p(tenure), late], 1)
    return X.astype(np.float32), y


class CreditMLP(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.fc1 = nn.Linear(n_features, 64)
        self.fc2 = nn.Linear(64, 32)
        self.fc3 = nn.Linear(32, 1)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return self.fc3(x).squeeze(-1)


class EarlyStopper:
    def __init__(self, patience):
        self.patience, self.best, self.bad = patience, float("inf"), 0

    def stop(self, value):
        if value < self.best - 1e-4:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        return self.bad >= self.patience


def main():
    rng = np.random.default_rng(12)
    torch.manual_seed(12)
    X, y = applications(9000, rng)
    mu, sigma = X[:6000].mean(0), X[:6000].std(0)
    X = torch.tensor((X - mu) / sigma)
    y = torch.tensor(y)
    (xt, xv, xh), (yt, yv, yh) = X.split([6000, 1500, 1500]), y.split([6000, 1500, 1500])
    model = CreditMLP(X.shape[1])
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    crit = nn.BCEWithLogitsLoss()
    stopper = EarlyStopper(patience=6)
    for epoch in range(30):
        model.train()
        for idx in torch.randperm(len(xt)).split(128):
            opt.zero_grad()
            crit(model(xt[idx]), yt[idx]).backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            vloss = crit(model(xv), yv).item()
        print(f"epoch {epoch} val logloss {vloss:.4f}")
        if stopper.stop(vloss):
            break
    with torch.no_grad():
        acc = ((model(xh) > 0).float() == yh).float().mean().item()
    print(f"default rate {yh.mean():.2f}  hold-out accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
