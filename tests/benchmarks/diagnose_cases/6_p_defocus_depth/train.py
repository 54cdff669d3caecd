"""Depth from defocus on small crops; large effective batch on a small memory."""
import torch
from torch import nn

torch.manual_seed(131)
MICRO, ACCUM = 16, 4


def crops(n, size=16):
    depth = torch.rand(n)
    g = torch.arange(size, dtype=torch.float32)
    edge = 5 + 6 * torch.rand(n, 1, 1)
    blur = 0.3 + 3 * depth[:, None, None]
    img = torch.sigmoid((g[None, None, :] - edge) / blur).expand(n, size, size)
    flip = torch.rand(n) < 0.5
    img = torch.where(flip[:, None, None], img.transpose(1, 2), img)
    return img.unsqueeze(1) + 0.05 * torch.randn(n, 1, size, size), depth


x_train, d_train = crops(1600)
x_test, d_test = crops(400)
net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.GELU(), nn.MaxPool2d(2),
    nn.Conv2d(16, 16, 3, padding=1), nn.GELU(),
    nn.Flatten(), nn.Linear(16 * 64, 32), nn.GELU(), nn.Linear(32, 1), nn.Flatten(0),
)
opt = torch.optim.Adam(net.parameters(), lr=3e-3)

opt.zero_grad()
for epoch in range(1, 11):
    net.train()
    running = 0.0
    for i, idx in enumerate(torch.randperm(len(x_train)).split(MICRO)):
        loss = nn.functional.mse_loss(net(x_train[idx]), d_train[idx])
        (loss / ACCUM).backward()
        running += loss.item()
        if (i + 1) % ACCUM == 0:
            opt.step()
            opt.zero_grad()
    net.eval()
    with torch.no_grad():
        rmse = (net(x_test) - d_test).pow(2).mean().sqrt().item()
    print(f"epoch {epoch:2d}  train mse {running / (i + 1):.4f}  test rmse {rmse:.4f}  (std {d_test.std():.3f})")
