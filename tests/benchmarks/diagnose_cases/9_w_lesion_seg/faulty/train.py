import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader


class Lesions(Dataset):
    """Bright elliptic lesions on a textured background."""

    def __init__(self, n, size=24, seed=0):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[:size, :size]
        self.items = []
        for _ in range(n):
            img = rng.normal(0, 0.35, (size, size)) + 0.3 * np.sin(xx / rng.uniform(2, 6))
            mask = np.zeros((size, size), dtype=bool)
            for _ in range(rng.integers(1, 3)):
                cy, cx = rng.uniform(4, size - 4, 2)
                ry, rx = rng.uniform(1.5, 3.5, 2)
                mask |= ((yy - cy) / ry) ** 2 + ((xx - cx) / rx) ** 2 <= 1
            img[mask] += 1.0
            self.items.append((torch.tensor(img[None], dtype=torch.float32),
                               torch.tensor(mask[None], dtype=torch.float32)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class MiniUNet(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.d1, self.d2 = block(1, c), block(c, 2 * c)
        self.pool = nn.MaxPool2d(2)
        self.up = nn.ConvTranspose2d(2 * c, c, 2, stride=2)
        self.u1 = block(2 * c, c)
        self.head = nn.Conv2d(c, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(self.pool(a))
        u = self.u1(torch.cat([self.up(b), a], dim=1))
        return torch.sigmoid(self.head(u))


@torch.no_grad()
def dice_score(model, loader):
    model.eval()
    inter = total = 0.0
    for img, mask in loader:
        pred = (torch.sigmoid(model(img)) > 0.5).float()
        inter += (pred * mask).sum().item()
        total += pred.sum().item() + mask.sum().item()
    return 2 * inter / (total + 1e-8)


if __name__ == "__main__":
    torch.manual_seed(40)
    train_loader = DataLoader(Lesions(400, seed=1), batch_size=16, shuffle=True)
    val_loader = DataLoader(Lesions(100, seed=2), batch_size=50)
    net = MiniUNet()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
    for epoch in range(6):
        net.train()
        losses = []
        for img, mask in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = criterion(net(img), mask)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: train loss {np.mean(losses):.4f}  val dice {dice_score(net, val_loader):.4f}")
