"""Count fluorescent cells in a microscopy patch by regression."""
import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=9)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=3)
    p.add_argument("--n-train", type=int, default=2400)
    p.add_argument("--n-test", type=int, default=500)
    return p.parse_args()


def render_patches(n, rng, size=28, max_cells=8):
    yy, xx = np.mgrid[0:size, 0:size]
    images = np.zeros((n, 1, size, size), dtype=np.float32)
    counts = rng.integers(0, max_cells + 1, size=n)
    for i, c in enumerate(counts):
        for _ in range(c):
            cx, cy = rng.uniform(3, size - 3, 2)
            s = rng.uniform(1.2, 1.8)
            amp = rng.uniform(0.8, 1.2)
            images[i, 0] += amp * np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * s * s))
    images += 0.05 * rng.standard_normal(images.shape).astype(np.float32)
    return torch.from_numpy(images), torch.from_numpy(counts.astype(np.float32))


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 8, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
        )
        self.density = nn.Conv2d(32, 1, 1)

    def forward(self, x):
        return self.density(self.body(x)).sum(dim=(1, 2, 3))


@torch.no_grad()
def mean_abs_error(model, loader):
    model.eval()
    total, n = 0.0, 0
    for x, y in loader:
        total += (model(x) - y).abs().sum().item()
        n += len(y)
    return total / n


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    train_set = TensorDataset(*render_patches(args.n_train, rng))
    test_set = TensorDataset(*render_patches(args.n_test, rng))
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=250)

    model = Counter()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(1, args.epochs + 1):
        model.train()
        start, running = time.time(), 0.0
        for x, y in train_loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            running += loss.item() * len(y)
        mae = mean_abs_error(model, test_loader)
        print(f"epoch {epoch:2d}  mse {running / len(train_set):7.3f}  test MAE {mae:.3f} cells  ({time.time() - start:.1f}s)")


if __name__ == "__main__":
    main()
