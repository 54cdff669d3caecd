from pathlib import Path

import numpy as np
import torch
import yaml
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from loan_model import DefaultRiskNet


def applicants(n, seed):
    rng = np.random.default_rng(seed)
    income = rng.lognormal(10.2, 0.5, n)
    debt = income * rng.beta(2, 4, n) * 2
    age = rng.uniform(20, 70, n)
    late = rng.poisson(0.8, n)
    years = rng.exponential(5, n)
    other = rng.normal(size=(n, 5))
    ratio = debt / income
    score = 7 * (ratio - 0.6) + 1.1 * (late - 0.8) - 0.25 * (years - 4) + 1.5 * other[:, 0] * (age > 45) - 1.5 * other[:, 1] * (age <= 45)
    y = (score + rng.logistic(0, 0.5, n) > 0.3).astype(np.float32)
    x = np.column_stack([np.log(income), np.log(debt), age, late, years, ratio, other])
    return x, y


def load(cfg):
    x, y = applicants(cfg["rows"], cfg["seed"])
    k = int(0.8 * len(x))
    mu, sd = x[:k].mean(0), x[:k].std(0)
    x = torch.tensor((x - mu) / sd, dtype=torch.float32)
    y = torch.tensor(y)
    return TensorDataset(x[:k], y[:k]), TensorDataset(x[k:], y[k:])


def main():
    cfg = yaml.safe_load(Path(__file__).with_name("config.yaml").read_text())
    torch.manual_seed(cfg["seed"])
    train_ds, test_ds = load(cfg)
    model = DefaultRiskNet(train_ds.tensors[0].shape[1], **cfg["model"])
    opt = torch.optim.Adam(model.parameters(), lr=cfg["train"]["lr"])
    crit = nn.BCEWithLogitsLoss()
    dl = DataLoader(train_ds, batch_size=cfg["train"]["batch_size"], shuffle=True)
    xt, yt = test_ds.tensors
    for epoch in range(cfg["train"]["epochs"]):
        model.train()
        run = 0.0
        for x, y in dl:
            opt.zero_grad()
            loss = crit(model(x), y)
            loss.backward()
            opt.step()
            run += loss.item()
        model.eval()
        with torch.no_grad():
            logit = model(xt)
            test_loss = crit(logit, yt).item()
        hit = ((logit > 0).float() == yt).float()
        bal = 0.5 * (hit[yt == 1].mean() + hit[yt == 0].mean())
        print(f"epoch {epoch:2d} train {run / len(dl):.4f} test {test_loss:.4f} accuracy {hit.mean():.3f} balanced {bal:.3f}")


if __name__ == "__main__":
    main()
