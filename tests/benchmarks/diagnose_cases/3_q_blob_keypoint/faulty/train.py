"""Keypoint regression: find the (x, y) centre of a bright blob in a noisy image."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

RNG_SEED = 77
SIZE = 20


class BlobDataset(Dataset):
    def __init__(self, n, rng):
        yy, xx = np.mgrid[0:SIZE, 0:SIZE]
        c = rng.uniform(3, SIZE - 3, size=(n, 2))
        blob = np.exp(-((xx - c[:, 0, None, None]) ** 2 + (yy - c[:, 1, None, None]) ** 2) / 5.0)
        img = blob + rng.normal(scale=0.15, size=blob.shape)
        self.x = torch.tensor(img[:, None], dtype=torch.float32)
        self.y = torch.tensor(c / SIZE * 2 - 1, dtype=torch.float32)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, stride=2),
        nn.ReLU(),
        nn.Conv2d(8, 16, 3, stride=2),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.LazyLinear(64),
        nn.ReLU(),
        nn.Linear(64, 2),
    )


def main():
    torch.manual_seed(RNG_SEED)
    rng = np.random.default_rng(RNG_SEED)
    train_dl = DataLoader(BlobDataset(2000, rng), batch_size=64, shuffle=True)
    test = BlobDataset(500, rng)
    model = make_model()
    model(test.x[:2])
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    crit = nn.SmoothL1Loss()
    for ep in range(12):
        run = 0
        for xb, yb in train_dl:
            loss = crit(model(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            run += loss.item()
        print("epoch", ep, "loss", round(run / len(train_dl), 5))
    with torch.no_grad():
        d = (model(test.x) - test.y).norm(dim=1) * SIZE / 2
    print(f"mean distance to the true centre: {d.mean():.2f} px")


if __name__ == "__main__":
    main()
