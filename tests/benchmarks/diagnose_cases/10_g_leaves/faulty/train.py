import logging
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("leafseg")


def draw_leaf(rng, size=32):
    yy, xx = np.mgrid[:size, :size]
    cy, cx = rng.uniform(6, size - 6, 2)
    a, b, t = rng.uniform(4, 9), rng.uniform(3, 6), rng.uniform(0, np.pi)
    u = (xx - cx) * np.cos(t) + (yy - cy) * np.sin(t)
    v = -(xx - cx) * np.sin(t) + (yy - cy) * np.cos(t)
    mask = ((u / a) ** 2 + (v / b) ** 2 < 1).astype(np.float32)
    img = np.stack([0.45 - 0.15 * mask, 0.35 + 0.25 * mask, 0.3 - 0.1 * mask])
    img = img + rng.normal(0, 0.12, img.shape)
    return img.astype(np.float32), mask


class LeafDataset(Dataset):
    def __init__(self, n, seed, augment=False):
        rng = np.random.default_rng(seed)
        self.items = [draw_leaf(rng) for _ in range(n)]
        self.augment = augment

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        img, mask = (torch.from_numpy(a) for a in self.items[i])
        if self.augment:
            if torch.rand(1) < 0.5:
                img = img.flip(-1)
            if torch.rand(1) < 0.5:
                img = img.flip(-2)
        return img, mask


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU())


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.d1, self.d2 = block(3, 12), block(12, 24)
        self.u1 = block(36, 12)
        self.out = nn.Conv2d(12, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(nn.functional.max_pool2d(a, 2))
        b = nn.functional.interpolate(b, scale_factor=2)
        return self.out(self.u1(torch.cat([a, b], 1))).squeeze(1)


@torch.no_grad()
def mean_iou(net, loader):
    net.eval()
    ious = []
    for img, mask in loader:
        p = net(img) > 0
        m = mask > 0.5
        ious.append((p & m).sum((1, 2)) / (p | m).sum((1, 2)).clamp(min=1))
    return torch.cat(ious).mean().item()


torch.manual_seed(0)
train_dl = DataLoader(LeafDataset(320, 1, augment=True), batch_size=16, shuffle=True)
val_dl = DataLoader(LeafDataset(80, 2), batch_size=40)
net = MiniUNet()
optim = torch.optim.Adam(net.parameters(), lr=3e-3)
bce = nn.BCEWithLogitsLoss()

for ep in range(5):
    net.train()
    losses = []
    for img, mask in train_dl:
        loss = bce(net(img), mask)
        optim.zero_grad()
        loss.backward()
        optim.step()
        losses.append(loss.item())
    log.info("epoch %d | loss %.4f | val IoU %.4f", ep, np.mean(losses), mean_iou(net, val_dl))
print("done")
