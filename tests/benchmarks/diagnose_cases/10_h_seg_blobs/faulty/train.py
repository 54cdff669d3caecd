"""Tiny U-Net, binary segmentation of bright blobs on textured background."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(17)


def draw_sample(size=32):
    yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    img = 0.3 * torch.randn(size, size)
    mask = torch.zeros(size, size)
    for _ in range(int(torch.randint(1, 3, (1,)))):
        cy, cx = torch.randint(6, size - 6, (2,)).tolist()
        r = int(torch.randint(3, 7, (1,)))
        blob = ((yy - cy) ** 2 + (xx - cx) ** 2) <= r * r
        mask[blob] = 1.0
    img = img + 0.8 * mask
    return img.unsqueeze(0), mask.unsqueeze(0)


class BlobDataset(Dataset):
    def __init__(self, n, augment=False):
        self.items = [draw_sample() for _ in range(n)]
        self.augment = augment

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        img, mask = self.items[i]
        if self.augment:
            if torch.rand(1) < 0.5:
                img = img.flip(-1)
            k = int(torch.randint(0, 4, (1,)))
            img = torch.rot90(img, k, (-2, -1))
        return img, mask


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU())


class UNet(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.e1, self.e2, self.mid = block(1, c), block(c, 2 * c), block(2 * c, 2 * c)
        self.d2, self.d1 = block(4 * c, c), block(2 * c, c)
        self.head = nn.Conv2d(c, 1, 1)

    def forward(self, x):
        a = self.e1(x)
        b = self.e2(F.max_pool2d(a, 2))
        m = self.mid(F.max_pool2d(b, 2))
        u = self.d2(torch.cat([F.interpolate(m, scale_factor=2), b], 1))
        u = self.d1(torch.cat([F.interpolate(u, scale_factor=2), a], 1))
        return self.head(u)


def dice_loss(logits, target, eps=1.0):
    p = torch.sigmoid(logits)
    inter = (p * target).sum((1, 2, 3))
    return 1 - ((2 * inter + eps) / (p.sum((1, 2, 3)) + target.sum((1, 2, 3)) + eps)).mean()


@torch.no_grad()
def mean_iou(model, loader):
    model.eval()
    inter = union = 0.0
    for x, y in loader:
        p = (model(x) > 0).float()
        inter += (p * y).sum().item()
        union += ((p + y) > 0).float().sum().item()
    return inter / max(union, 1.0)


train_loader = DataLoader(BlobDataset(320, augment=True), batch_size=16, shuffle=True)
val_loader = DataLoader(BlobDataset(100), batch_size=50)
model = UNet()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(1, 8):
    model.train()
    total = 0.0
    for x, y in train_loader:
        logits = model(x)
        loss = F.binary_cross_entropy_with_logits(logits, y) + dice_loss(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch}: loss={total / len(train_loader):.4f} val IoU={mean_iou(model, val_loader):.4f}")
