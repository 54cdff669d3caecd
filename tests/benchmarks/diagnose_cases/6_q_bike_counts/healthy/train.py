import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from bikes import hourly_rentals
from model import RateNet


def deviance(log_rate, count):
    rate = log_rate.exp()
    term = torch.where(count > 0, count * (count.clamp(min=1).log() - log_rate), torch.zeros_like(count))
    return 2 * (term - (count - rate)).mean()


def parse():
    ap = argparse.ArgumentParser()
    ap.add_argument("--hidden", type=int, default=48)
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--seed", type=int, default=2)
    return ap.parse_args()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    x, count = hourly_rentals(24 * 220, args.seed)
    split = 24 * 180
    train = TensorDataset(x[:split], count[:split])
    loader = DataLoader(train, batch_size=args.batch, shuffle=True)
    model = RateNet(x.shape[1], args.hidden, count[:split].mean())
    loss_fn = nn.PoissonNLLLoss(log_input=True)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    base = deviance(count[:split].mean().log().expand(len(x) - split), count[split:])
    print(f"deviance of the constant model {base:.3f}")
    for epoch in range(args.epochs):
        total = 0.0
        for xb, cb in loader:
            opt.zero_grad()
            loss = loss_fn(model(xb), cb)
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        with torch.no_grad():
            log_rate = model(x[split:])
        mae = (log_rate.exp() - count[split:]).abs().mean()
        print(f"epoch {epoch:2d} nll {total / split:.3f} test deviance {deviance(log_rate, count[split:]):.3f} test mae {mae:.2f}")


if __name__ == "__main__":
    main()
