import json
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

HERE = Path(__file__).parent
cfg = json.loads((HERE / "config.json").read_text())
torch.manual_seed(cfg["seed"])


def make_scenes(n, s=16):
    """Binary segmentation: find the textured rectangle in noise."""
    img = 0.5 * torch.randn(n, 1, s, s)
    mask = torch.zeros(n, 1, s, s)
    checker = ((torch.arange(s)[:, None] + torch.arange(s)[None]) % 2).float() * 2 - 1
    for i in range(n):
        h, w = torch.randint(5, 10, (2,)).tolist()
        top, left = torch.randint(0, s - h, (1,)).item(), torch.randint(0, s - w, (1,)).item()
        mask[i, 0, top:top + h, left:left + w] = 1
    return img + 0.7 * checker * mask, mask


def conv(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU())


class SegNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(conv(1, width), conv(width, width), conv(width, width), nn.Conv2d(width, 1, 1))

    def forward(self, x):
        return self.net(x)


def iou(logits, mask):
    p = logits > 0
    m = mask > 0.5
    return ((p & m).sum() / (p | m).sum().clamp(min=1)).item()


full = TensorDataset(*make_scenes(cfg["n"]))
train_set, val_set = random_split(full, [cfg["n"] - 200, 200])
train_loader = DataLoader(train_set, batch_size=cfg["batch_size"], shuffle=True)
val_loader = DataLoader(val_set, batch_size=200)

model = SegNet(cfg["width"])
optimizer = torch.optim.SGD(model.parameters(), lr=cfg["lr"], momentum=0.9)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=cfg["step_size"], gamma=0.1)
criterion = nn.BCEWithLogitsLoss()

for epoch in range(cfg["epochs"]):
    model.train()
    running = 0.0
    for img, mask in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(img), mask)
        loss.backward()
        optimizer.step()
        running += loss.item()
    scheduler.step()

    model.eval()
    with torch.no_grad():
        for img, mask in val_loader:
            score = iou(model(img), mask)
    print(f"epoch {epoch + 1}/{cfg['epochs']}  loss {running / len(train_loader):.4f}  val IoU {score:.3f}")
