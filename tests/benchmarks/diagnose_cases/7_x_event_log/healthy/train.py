import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from model import EventTransformer

LOGIN_FAIL, PW_RESET = 1, 2


def sessions(n, seq_len, n_events, rng):
    """A session is an alert when the password reset comes before the failed login."""
    x = rng.integers(3, n_events, (n, seq_len))
    y = rng.integers(0, 2, n)
    for row, label in zip(x, y):
        a, b = np.sort(rng.choice(seq_len, 2, replace=False))
        row[a], row[b] = (PW_RESET, LOGIN_FAIL) if label else (LOGIN_FAIL, PW_RESET)
    flip = rng.random(n) < 0.02
    y = np.where(flip, 1 - y, y)
    return torch.tensor(x), torch.tensor(y)


def parse():
    p = argparse.ArgumentParser(description="session alert classifier")
    p.add_argument("--seq-len", type=int, default=12)
    p.add_argument("--events", type=int, default=16)
    p.add_argument("--epochs", type=int, default=9)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def step(model, loader, loss_fn, opt=None):
    model.train(opt is not None)
    loss_sum = hits = n = 0
    with torch.set_grad_enabled(opt is not None):
        for x, y in loader:
            out = model(x)
            loss = loss_fn(out, y)
            if opt is not None:
                opt.zero_grad()
                loss.backward()
                opt.step()
            loss_sum += loss.item() * len(y)
            hits += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


if __name__ == "__main__":
    args = parse()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    train = DataLoader(TensorDataset(*sessions(2500, args.seq_len, args.events, rng)), 64, shuffle=True)
    valid = DataLoader(TensorDataset(*sessions(600, args.seq_len, args.events, rng)), 300)
    model = EventTransformer(args.events, args.seq_len)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()
    for e in range(args.epochs):
        tl, ta = step(model, train, loss_fn, opt)
        vl, va = step(model, valid, loss_fn)
        print(f"{e:3d} | train {tl:.4f} acc {ta:.3f} | valid {vl:.4f} acc {va:.3f}")
