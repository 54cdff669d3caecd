import copy
import json
from dataclasses import asdict, dataclass

import torch
from torch import nn

from cohort import cohort


@dataclass
class Config:
    seed: int = 19
    patients: int = 400
    hidden: int = 128
    max_epochs: int = 150
    batch_size: int = 32
    lr: float = 1e-3


def build(cfg):
    return nn.Sequential(
        nn.Linear(20, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU(),
        nn.Linear(cfg.hidden, 1), nn.Flatten(0),
    )


def train_epoch(model, optimizer, x, y, batch_size):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(x)).split(batch_size):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x[idx]), y[idx])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    return total / len(x)


@torch.no_grad()
def mse(model, x, y):
    model.eval()
    return nn.functional.mse_loss(model(x), y).item()


def fit(cfg):
    torch.manual_seed(cfg.seed)
    x, y = cohort(cfg.patients, cfg.seed)
    x, y, x_val, y_val = x[:-100], y[:-100], x[-100:], y[-100:]
    model = build(cfg)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    best, best_state, wait = float("inf"), None, 0
    for epoch in range(cfg.max_epochs):
        loss = train_epoch(model, optimizer, x, y, cfg.batch_size)
        val = mse(model, x_val, y_val)
        if val < best:
            best, best_state, wait = val, copy.deepcopy(model.state_dict()), 0
        else:
            wait += 1
        if epoch % 10 == 0:
            print(f"epoch {epoch:3d} train mse {loss:.4f} val mse {val:.4f}")
        if wait >= 15:
            break
    model.load_state_dict(best_state)
    print(f"epoch {epoch:3d} train mse {loss:.4f}")
    return model


if __name__ == "__main__":
    cfg = Config()
    print(json.dumps(asdict(cfg)))
    model = fit(cfg)
    x_new, y_new = cohort(2000, cfg.seed + 1)
    error = mse(model, x_new, y_new)
    print(f"next year's patients: mse {error:.3f}, explained variance {1 - error / y_new.var().item():.3f}")
