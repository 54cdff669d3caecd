# Weld seam inspection: classify small gray patches into 4 defect kinds.
# Validation patches come in lots; every lot holds patches of one kind.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
KINDS = ["ok", "crack", "pore", "spatter"]
SIZE = 16


def make_patch(kind, n):
    x = 0.35 * torch.randn(n, 1, SIZE, SIZE)
    for i in range(n):
        r, c = torch.randint(3, SIZE - 5, (2,)).tolist()
        if kind == 1:
            x[i, 0, r, 2:14] += 1.0
        elif kind == 2:
            x[i, 0, r:r + 3, c:c + 3] -= 1.2
        elif kind == 3:
            rr, cc = torch.randint(0, SIZE, (8,)), torch.randint(0, SIZE, (8,))
            x[i, 0, rr, cc] += 1.6
    return x


class PatchNet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.c1 = nn.Conv2d(1, width, 3, padding=1)
        self.b1 = nn.BatchNorm2d(width)
        self.c2 = nn.Conv2d(width, 2 * width, 3, padding=1)
        self.b2 = nn.BatchNorm2d(2 * width)
        self.head = nn.Sequential(nn.Linear(2 * width, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, len(KINDS)))

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.b1(self.c1(x))), 2)
        x = F.relu(self.b2(self.c2(x)))
        return self.head(x.amax(dim=(2, 3)))


train_x = torch.cat([make_patch(k, 500) for k in range(4)])
train_y = torch.arange(4).repeat_interleave(500)
lots = [(make_patch(k, 40), k) for k in range(4) for _ in range(4)]

net = PatchNet()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)


def inspect(net, lots):
    """share of patches sorted correctly, lot by lot"""
    right = total = 0
    with torch.no_grad():
        for patches, kind in lots:
            guess = net(patches).argmax(1)
            right += int((guess == kind).sum())
            total += len(patches)
    return right / total


for epoch in range(7):
    net.train()
    order = torch.randperm(len(train_x))
    total_loss = 0.0
    for idx in order.split(50):
        opt.zero_grad()
        loss = F.cross_entropy(net(train_x[idx]), train_y[idx])
        loss.backward()
        opt.step()
        total_loss += loss.item()
    print("epoch %d  loss %.3f  lot accuracy %.3f" % (epoch, total_loss / 40, inspect(net, lots)))
