"""Predict defective injection-moulded parts from the process log."""
import argparse

import torch
import torch.nn as nn

from plant_data import load_table


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch", type=int, default=100)
    p.add_argument("--seed", type=int, default=6)
    return p.parse_args()


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    x, y = map(torch.from_numpy, load_table(seed=args.seed))
    split = int(0.8 * len(x))
    x = (x - x[:split].mean(0)) / x[:split].std(0)
    xt, yt, xv, yv = x[:split], y[:split], x[split:], y[split:]

    model = nn.Sequential(nn.Linear(x.shape[1], args.hidden), nn.SiLU(),
                          nn.Linear(args.hidden, args.hidden), nn.SiLU(),
                          nn.Linear(args.hidden, 1), nn.Flatten(0))
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=1e-2)
    bce = nn.BCEWithLogitsLoss()

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for idx in torch.randperm(split).split(args.batch):
            opt.zero_grad()
            loss = bce(model(xt[idx]), yt[idx])
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            logit = model(xv)
        acc = ((logit > 0) == (yv > 0.5)).float().mean().item()
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:2d}  train bce {total / split:.4f}  "
                  f"valid bce {bce(logit, yv).item():.4f}  valid acc {acc:.3f}")
    print(f"share of the larger class {max(yv.mean().item(), 1 - yv.mean().item()):.3f}")


if __name__ == "__main__":
    main()
