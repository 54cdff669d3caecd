import argparse

import numpy as np
import torch
import torch.nn as nn


def parse():
    p = argparse.ArgumentParser(description="gene expression -> phenotype with an L1 penalty")
    p.add_argument("--genes", type=int, default=80)
    p.add_argument("--samples", type=int, default=1500)
    p.add_argument("--hidden", type=int, default=40)
    p.add_argument("--l1", type=float, default=0.0005)
    p.add_argument("--lr", type=float, default=4e-3)
    p.add_argument("--epochs", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def simulate(args, rng):
    x = rng.standard_normal((args.samples, args.genes)).astype("float32")
    causal = rng.choice(args.genes, 5, replace=False)
    effect = rng.choice([-1.0, 1.0], 5)
    y = x[:, causal] @ effect + np.maximum(x[:, causal[0]], 0) + 0.2 * rng.standard_normal(args.samples)
    y = (y - y.mean()) / y.std()
    return torch.from_numpy(x), torch.tensor(y, dtype=torch.float32).unsqueeze(1)


def l1_penalty(model):
    return sum(p.abs().sum() for name, p in model.named_parameters() if name.endswith("weight"))


def main():
    args = parse()
    torch.manual_seed(args.seed)
    x, y = simulate(args, np.random.default_rng(args.seed))
    n_tr = int(0.8 * len(x))
    model = nn.Sequential(nn.Linear(args.genes, args.hidden), nn.ReLU(), nn.Linear(args.hidden, 1))
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        for idx in torch.randperm(n_tr).split(50):
            fit = nn.functional.mse_loss(model(x[idx]), y[idx])
            loss = fit + args.l1 * l1_penalty(model)
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            with torch.no_grad():
                val = nn.functional.mse_loss(model(x[n_tr:]), y[n_tr:]).item()
            print(f"epoch {epoch}: fit {fit.item():.4f} total {loss.item():.4f} held-out mse {val:.4f}")
    print(f"R2 = {1 - val / y[n_tr:].var().item():.3f}")


if __name__ == "__main__":
    main()
