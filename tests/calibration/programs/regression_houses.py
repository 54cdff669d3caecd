"""Prices from measurements of very different size: regression with a scaled target."""

import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lr", type=float, default=0.02)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=32)
    return parser.parse_args()


def houses(rng, count):
    area = rng.uniform(30, 250, count)
    year = rng.uniform(1900, 2020, count)
    distance = rng.exponential(8, count)
    rooms = np.round(area / 28 + rng.normal(0, 0.7, count)).clip(1, 12)
    price = 3.0 * area * np.exp(-distance / 12) + 40 * np.sin((year - 1900) / 40) + 12 * rooms
    price += rng.normal(0, 15, count)
    return np.stack([area, year, distance, rooms], axis=1), price


def standardise(values, mean, std):
    return ((values - mean) / std).astype(np.float32)


def main():
    args = parse()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    x, y = houses(rng, 2000)
    x = standardise(x, x.mean(axis=0), x.std(axis=0))
    y = standardise(y, y.mean(), y.std())
    train = TensorDataset(torch.from_numpy(x[:1600]), torch.from_numpy(y[:1600]))
    test_x, test_y = torch.from_numpy(x[1600:]), torch.from_numpy(y[1600:])
    loader = DataLoader(train, batch_size=args.batch, shuffle=True)

    model = nn.Sequential(
        nn.Linear(4, 32),
        nn.Tanh(),
        nn.Linear(32, 32),
        nn.Tanh(),
        nn.Linear(32, 1),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.3)
    loss_fn = nn.MSELoss()

    for epoch in range(args.epochs):
        for features, target in loader:
            optimizer.zero_grad()
            prediction = model(features).squeeze(1)
            loss = loss_fn(prediction, target)
            loss.backward()
            optimizer.step()
        schedule.step()
        with torch.no_grad():
            valid = loss_fn(model(test_x).squeeze(1), test_y).item()
        print(f"epoch {epoch:2d}  validation loss {valid:.3f}")

    with torch.no_grad():
        residual = test_y - model(test_x).squeeze(1)
    print(f"quality: {1 - (residual.var() / test_y.var()).item():.4f}")


if __name__ == "__main__":
    main()
