import torch
import torch.nn as nn
import torch.nn.functional as F

# Segment two phases of a micrograph: they differ in texture (stripes / checks), not in grey level
torch.manual_seed(13)
SIZE = 24
KERNEL = 5


def micrographs(n):
    g = torch.arange(SIZE).float()
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    stripes = torch.sin(1.6 * (xx + yy)[None] + 6.28 * torch.rand(n, 1, 1))
    checks = torch.sin(1.6 * (xx - yy)[None] + 6.28 * torch.rand(n, 1, 1))
    # smooth random phase map
    field = F.interpolate(torch.randn(n, 1, 4, 4), size=(SIZE, SIZE), mode="bicubic", align_corners=True)[:, 0]
    mask = (field > 0).float()
    img = mask * stripes + (1 - mask) * checks + 0.3 * torch.randn(n, SIZE, SIZE)
    return img[:, None], mask[:, None]


def block(cin, cout):
    return nn.Sequential(
        nn.Conv2d(cin, cout, KERNEL, padding=KERNEL // 2),
        nn.BatchNorm2d(cout),
        nn.ReLU(inplace=True),
    )


class SegNet(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.body = nn.Sequential(block(1, width), block(width, width), block(width, width))
        self.out = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        return self.out(self.body(x))


def iou(logits, mask):
    p = logits > 0
    m = mask > 0.5
    return ((p & m).sum() / (p | m).sum()).item()


x_train, m_train = micrographs(300)
x_val, m_val = micrographs(80)
net = SegNet()
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
criterion = nn.BCEWithLogitsLoss()

for epoch in range(8):
    net.train()
    epoch_loss = 0
    for idx in torch.randperm(len(x_train)).split(16):
        optimizer.zero_grad()
        loss = criterion(net(x_train[idx]), m_train[idx])
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(idx)
    net.eval()
    with torch.no_grad():
        logits = net(x_val)
        val_loss = criterion(logits, m_val).item()
    print(f"epoch {epoch} train {epoch_loss / len(x_train):.4f} val {val_loss:.4f} IoU {iou(logits, m_val):.3f}")
