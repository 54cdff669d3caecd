"""Estimate bone mineral density from simulated CT patches."""
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, random_split


class Patches(Dataset):
    def __init__(self, n, size=20, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.density = 0.6 + 0.8 * torch.rand(n, generator=g)
        angle = math.pi * torch.rand(n, 1, 1, generator=g)
        freq = 0.3 + 0.5 * torch.rand(n, 1, 1, generator=g)
        ys, xs = torch.meshgrid(torch.arange(size).float(), torch.arange(size).float(), indexing="ij")
        trabeculae = torch.sin(freq * (xs * torch.cos(angle) + ys * torch.sin(angle)))
        contrast = 0.2 + 0.3 * torch.rand(n, 1, 1, generator=g)
        noise = 0.15 * torch.randn(n, size, size, generator=g)
        self.images = (self.density[:, None, None] + contrast * trabeculae + noise).unsqueeze(1)

    def __len__(self):
        return len(self.density)

    def __getitem__(self, i):
        return self.images[i], self.density[i]


class DensityNet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1), nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
        )
        self.regressor = nn.Sequential(nn.Flatten(), nn.Linear(2 * width, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.regressor(self.features(x)).squeeze(1)


def r2(model, loader):
    model.eval()
    p, t = [], []
    with torch.no_grad():
        for x, y in loader:
            p.append(model(x))
            t.append(y)
    p, t = torch.cat(p), torch.cat(t)
    return 1 - ((p - t) ** 2).sum().item() / ((t - t.mean()) ** 2).sum().item()


def main():
    torch.manual_seed(11)
    train_set, val_set = random_split(Patches(1600), [1280, 320])
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=128)
    model = DensityNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    criterion = nn.MSELoss()
    for epoch in range(12):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
        print(f"epoch {epoch + 1:2d}  mse {total / len(train_set):.5f}  val R2 {r2(model, val_loader):.3f}")


if __name__ == "__main__":
    main()
