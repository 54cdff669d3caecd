"""Train a small CNN on satellite-like tiles with micro-batches; weights move every ACCUM batches."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
ACCUM = 4


def tiles(n):
    y = torch.randint(0, 3, (n,))
    f = torch.tensor([0.4, 0.9, 1.5])[y] * (1 + 0.1 * torch.randn(n))
    ang = torch.rand(n) * 3.14
    g = torch.arange(16).float()
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    arg = f[:, None, None] * (xx * ang.cos()[:, None, None] + yy * ang.sin()[:, None, None])
    return (torch.sin(arg) + 0.5 * torch.randn(n, 16, 16)).unsqueeze(1), y


net = nn.Sequential(
    nn.Conv2d(1, 12, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(12, 16, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(64, 3))
opt = torch.optim.Adam(net.parameters(), lr=4e-3)
x, y = tiles(2400)
xv, yv = tiles(500)

for epoch in range(10):
    net.train()
    opt.zero_grad()
    shown = 0.0
    parts = torch.randperm(len(x)).split(16)
    for i, idx in enumerate(parts):
        loss = F.cross_entropy(net(x[idx]), y[idx])
        (loss / ACCUM).backward()
        shown += loss.item()
        if (i + 1) % ACCUM == 0 or i + 1 == len(parts):
            opt.step()
            opt.zero_grad()
    net.eval()
    with torch.no_grad():
        acc = (net(xv).argmax(1) == yv).float().mean().item()
    print(f"epoch {epoch} loss {shown / len(parts):.4f} val acc {acc:.4f}")
