# Per-pixel road segmentation from noisy aerial tiles, with flip / rot90 augmentation.
import random
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import Dataset, DataLoader


def render_tile(rng, size=20):
    img = rng.normal(0, 0.45, (size, size)).astype(np.float32)
    mask = np.zeros((size, size), dtype=np.int64)
    for _ in range(2):
        p = int(rng.integers(2, size - 4))
        if rng.random() < 0.5:
            mask[p:p + 2, :] = 1
        else:
            mask[:, p:p + 2] = 1
    img += 0.9 * mask
    return img, mask


class RoadTiles(Dataset):
    def __init__(self, n, seed, augment=False):
        rng = np.random.default_rng(seed)
        self.tiles = [render_tile(rng) for _ in range(n)]
        self.augment = augment

    def __len__(self):
        return len(self.tiles)

    def __getitem__(self, i):
        img, mask = self.tiles[i]
        if self.augment:
            k = random.randrange(4)
            img = np.rot90(img, k)
            if random.random() < 0.5:
                img = img[:, ::-1]
        return torch.from_numpy(img.copy())[None], torch.from_numpy(mask.copy())


class FCN(nn.Module):
    def __init__(self, ch=12):
        super().__init__()
        self.c1 = nn.Conv2d(1, ch, 5, padding=2)
        self.c2 = nn.Conv2d(ch, ch, 5, padding=4, dilation=2)
        self.out = nn.Conv2d(ch, 2, 1)

    def forward(self, x):
        return self.out(F.relu(self.c2(F.relu(self.c1(x)))))


def mean_iou(model, loader):
    model.eval()
    inter, union = torch.zeros(2), torch.zeros(2)
    with torch.no_grad():
        for img, mask in loader:
            pred = model(img).argmax(1)
            for c in range(2):
                inter[c] += ((pred == c) & (mask == c)).sum()
                union[c] += ((pred == c) | (mask == c)).sum()
    return (inter / union.clamp(min=1)).mean().item()


def main():
    random.seed(13)
    torch.manual_seed(13)
    train = DataLoader(RoadTiles(400, 13, augment=True), batch_size=16, shuffle=True)
    val = DataLoader(RoadTiles(100, 14), batch_size=50)
    model = FCN()
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    for epoch in range(6):
        model.train()
        for img, mask in train:
            loss = F.cross_entropy(model(img), mask)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"epoch {epoch + 1} last loss {loss.item():.4f} val mIoU {mean_iou(model, val):.4f}")


if __name__ == "__main__":
    main()
