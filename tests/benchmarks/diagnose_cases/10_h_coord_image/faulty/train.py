"""Implicit neural representation: fit a 2-D scalar field from scattered coordinates."""
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin = nn.Linear(d_in, d_out)

    def forward(self, x):
        return self.lin(x)


class FieldNet(nn.Module):
    def __init__(self, width=96, depth=3):
        super().__init__()
        self.blocks = nn.ModuleList([Block(2, width)] + [Block(width, width) for _ in range(depth - 1)])
        self.out = nn.Linear(width, 1)

    def forward(self, xy):
        h = xy
        for b in self.blocks:
            h = b(h)
        return self.out(h)


def field(xy):
    x, y = xy[:, :1], xy[:, 1:]
    return torch.sin(3 * x) * torch.cos(2 * y) + 0.5 * torch.exp(-8 * ((x - 0.4) ** 2 + (y + 0.3) ** 2))


def psnr(pred, true):
    mse = (pred - true).square().mean()
    rng = true.max() - true.min()
    return (20 * torch.log10(rng) - 10 * torch.log10(mse)).item()


torch.manual_seed(55)
coords = torch.rand(4000, 2) * 2 - 1
values = field(coords) + 0.02 * torch.randn(4000, 1)
g = torch.linspace(-0.99, 0.99, 40)
grid = torch.cartesian_prod(g, g)

net = FieldNet()
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=20)
for epoch in range(20):
    for idx in torch.randperm(len(coords)).split(128):
        loss = nn.functional.mse_loss(net(coords[idx]), values[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    scheduler.step()
    if epoch % 4 == 3:
        with torch.no_grad():
            pred = net(grid)
        r2 = 1 - (pred - field(grid)).square().mean() / field(grid).var()
        print(f"epoch {epoch + 1} fit {loss.item():.5f} grid PSNR {psnr(pred, field(grid)):.2f} dB R2 {r2:.4f}")
