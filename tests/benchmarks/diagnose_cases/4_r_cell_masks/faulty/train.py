"""Nuclei segmentation on synthetic microscopy tiles, with flip augmentation."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class Tiles(Dataset):
    def __init__(self, n, size=24, augment=False, seed=0):
        self.rng = np.random.default_rng(seed)
        self.augment = augment
        yy, xx = np.mgrid[0:size, 0:size]
        self.images = np.zeros((n, 1, size, size), np.float32)
        self.masks = np.zeros_like(self.images)
        for i in range(n):
            for _ in range(self.rng.integers(2, 4)):
                cx, cy = self.rng.uniform(3, size - 3, 2)
                a, b = self.rng.uniform(2.0, 4.0, 2)
                cell = ((xx - cx) / a) ** 2 + ((yy - cy) / b) ** 2 < 1
                self.masks[i, 0][cell] = 1
                self.images[i, 0][cell] += self.rng.uniform(0.6, 1.0)
        self.images += self.rng.normal(0, 0.25, self.images.shape).astype(np.float32)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        img, mask = self.images[i], self.masks[i]
        if self.augment:
            if self.rng.random() < 0.5:
                img = img[:, :, ::-1]
            if self.rng.random() < 0.5:
                img = img[:, ::-1, :]
        return torch.from_numpy(img.copy()), torch.from_numpy(mask.copy())


class UNetish(nn.Module):
    def __init__(self, c=12):
        super().__init__()
        self.down1 = nn.Sequential(nn.Conv2d(1, c, 3, padding=1), nn.BatchNorm2d(c), nn.ReLU())
        self.down2 = nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(c, 2 * c, 3, padding=1), nn.BatchNorm2d(2 * c), nn.ReLU())
        self.up = nn.ConvTranspose2d(2 * c, c, 2, stride=2)
        self.final = nn.Sequential(nn.Conv2d(2 * c, c, 3, padding=1), nn.ReLU(), nn.Conv2d(c, 1, 1))

    def forward(self, x):
        a = self.down1(x)
        b = self.up(self.down2(a))
        return self.final(torch.cat([a, b], dim=1))


def dice(logits, mask):
    p = (logits > 0).float()
    return (2 * (p * mask).sum() / (p.sum() + mask.sum() + 1e-6)).item()


def main():
    torch.manual_seed(0)
    train = DataLoader(Tiles(400, augment=True, seed=1), batch_size=20, shuffle=True)
    val = DataLoader(Tiles(100, seed=2), batch_size=100)
    model = UNetish()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    loss_fn = nn.BCEWithLogitsLoss()
    for epoch in range(1, 11):
        model.train()
        losses = []
        for img, mask in train:
            opt.zero_grad()
            loss = loss_fn(model(img), mask)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            img, mask = next(iter(val))
            score = dice(model(img), mask)
        print(f"epoch {epoch:2d} loss {np.mean(losses):.4f} val dice {score:.3f}")


if __name__ == "__main__":
    main()
