import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


class Houses(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        area = rng.uniform(40, 220, n)
        rooms = np.clip(np.round(area / 28 + rng.normal(0, 1, n)), 1, None)
        age = rng.uniform(0, 80, n)
        dist = rng.exponential(6, n)
        price = 2.1 * area * np.exp(-dist / 15) + 12 * rooms - 0.9 * age + 0.008 * (age - 40) ** 2
        price += rng.normal(0, 8, n)
        x = np.stack([area / 100, rooms / 5, age / 40, dist / 6], 1)
        self.x = torch.tensor(x, dtype=torch.float32)
        self.y = torch.tensor(price / 100, dtype=torch.float32)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def weighted_mse(pred, target):
    weight = 1.0 + 0.1 * target.abs()
    return (weight * (pred - target) ** 2).mean()


def main(args):
    torch.manual_seed(args.seed)
    train, test = Houses(2000, args.seed), Houses(500, args.seed + 1)
    loader = DataLoader(train, batch_size=args.batch_size, shuffle=True)
    model = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        for x, y in loader:
            pred = model(x)
            loss = weighted_mse(pred, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            p = model(test.x).flatten()
            r2 = 1 - ((p - test.y) ** 2).sum() / ((test.y - test.y.mean()) ** 2).sum()
        print(f"epoch {epoch:2d}  loss {loss.item():.4f}  test R2 {r2.item():.3f}")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch-size", type=int, default=50)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=0)
    main(p.parse_args())
