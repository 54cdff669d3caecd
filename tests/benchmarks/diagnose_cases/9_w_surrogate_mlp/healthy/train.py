"""Surrogate model: predict the lift coefficient from six design variables."""
import argparse
import torch
from torch import nn


def build_mlp(sizes):
    layers = []
    for k, (i, o) in enumerate(zip(sizes[:-1], sizes[1:])):
        layers.append(nn.Linear(i, o))
        if k < len(sizes) - 2:
            layers.append(nn.LayerNorm(o))
            layers.append(nn.SiLU())
    return nn.Sequential(*layers)


def solver(x):
    a, b, c, d, e, f = x.unbind(1)
    return torch.sin(2 * a) * b + 0.5 * c ** 2 - 0.7 * d * e + torch.tanh(3 * f)


def sample(n, noise=0.02):
    x = torch.rand(n, 6) * 2 - 1
    y = solver(x)
    return x, (y + noise * torch.randn_like(y)).unsqueeze(1)


def r2_score(model, x, y):
    model.eval()
    with torch.no_grad():
        res = ((model(x) - y) ** 2).sum()
    return (1 - res / ((y - y.mean()) ** 2).sum()).item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 64, 64, 1])
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--seed", type=int, default=61)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    x_tr, y_tr = sample(3000)
    x_te, y_te = sample(800, noise=0.0)
    model = build_mlp(args.sizes)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for idx in torch.randperm(len(x_tr)).split(64):
            loss = loss_fn(model(x_tr[idx]), y_tr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        if epoch % 3 == 0:
            print(f"epoch {epoch:3d}  mse {total / len(x_tr):.4f}  test R2 {r2_score(model, x_te, y_te):.4f}")


if __name__ == "__main__":
    main()
