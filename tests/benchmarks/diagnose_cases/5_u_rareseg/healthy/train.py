import numpy as np
import torch

from model import DenseDetector, focal_loss

SEED = 14


def spots(n, size, rng):
    """crosses are objects, single bright pixels and bars are not"""
    x = 0.1 * rng.standard_normal((n, 1, size, size))
    y = np.zeros((n, 1, size, size))
    for i in range(n):
        for _ in range(2):
            r, c = rng.integers(2, size - 2, 2)
            x[i, 0, r - 1:r + 2, c] += 1.0
            x[i, 0, r, c - 1:c + 2] += 1.0
            y[i, 0, r, c] = 1
        for _ in range(3):
            r, c = rng.integers(2, size - 2, 2)
            x[i, 0, r, c - 1:c + 2] += 1.0
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


def f1(model, x, y):
    with torch.no_grad():
        hit = (torch.sigmoid(model(x)) > 0.5).float()
    tp = (hit * y).sum().item()
    return 2 * tp / (hit.sum().item() + y.sum().item() + 1e-9)


def main():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    x, y = spots(600, 20, rng)
    xt, yt = spots(150, 20, rng)
    model = DenseDetector()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(10):
        total = 0.0
        for idx in torch.randperm(len(x)).split(20):
            loss = focal_loss(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} focal loss {total / 30:.5f}  test F1 {f1(model, xt, yt):.3f}")


if __name__ == "__main__":
    main()
