"""Surface-defect detection on ceramic tiles (grey images 24x24, 3 classes: ok / crack / stain)."""
import time
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader

CLASSES = ("ok", "crack", "stain")


class TileDataset(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.images = np.zeros((n, 1, 24, 24), dtype=np.float32)
        self.labels = rng.integers(0, 3, n)
        yy, xx = np.mgrid[:24, :24]
        for i, c in enumerate(self.labels):
            img = rng.normal(0.6, 0.08, (24, 24)) + rng.uniform(-0.15, 0.15)
            if c == 1:
                a, b = rng.uniform(-1, 1), rng.uniform(6, 18)
                img[np.abs(yy - (a * (xx - 12) + b)) < 1.0] -= 0.25
            elif c == 2:
                cy, cx, r = rng.uniform(5, 19), rng.uniform(5, 19), rng.uniform(2, 4)
                img[(yy - cy) ** 2 + (xx - cx) ** 2 < r * r] -= 0.22
            self.images[i, 0] = img

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.from_numpy(self.images[i]), int(self.labels[i])


def conv_block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Inspector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv_block(1, 12), nn.MaxPool2d(2), conv_block(12, 24), nn.MaxPool2d(2), conv_block(24, 32))
        self.head = nn.Sequential(nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32, len(CLASSES)))

    def forward(self, x):
        return self.head(self.body(x))


def train_one_epoch(model, loader, optimizer, criterion):
    model.train()
    total = 0.0
    for images, targets in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(images), targets)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def line_test(model, dataset):
    """Tiles arrive one by one on the line, so they are scored one by one."""
    confusion = np.zeros((3, 3), dtype=int)
    for image, target in DataLoader(dataset, batch_size=1):
        pred = model(image).argmax(dim=1).item()
        confusion[target.item(), pred] += 1
    return confusion


def main():
    torch.manual_seed(42)
    train_set, test_set = TileDataset(1200, seed=1), TileDataset(300, seed=2)
    loader = DataLoader(train_set, batch_size=32, shuffle=True, drop_last=True)
    model = Inspector()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(5):
        t0 = time.time()
        loss = train_one_epoch(model, loader, optimizer, criterion)
        conf = line_test(model, test_set)
        print(f"epoch {epoch} loss {loss:.3f} line accuracy {conf.trace() / conf.sum():.3f} ({time.time() - t0:.1f}s)")
    for name, row in zip(CLASSES, conf):
        print(f"  {name:>6}: {row.tolist()}")


if __name__ == "__main__":
    main()
