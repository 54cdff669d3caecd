"""Fit a picture with a coordinate network: (x, y) -> (r, g, b)."""
import math
import torch
from torch import nn

torch.manual_seed(0)
H = W = 48


def picture():
    ys, xs = torch.meshgrid(torch.linspace(-1, 1, H), torch.linspace(-1, 1, W), indexing="ij")
    rad = torch.sqrt(xs ** 2 + ys ** 2)
    r = torch.sigmoid(12 * (0.6 - rad))
    g = 0.5 + 0.5 * torch.sin(2 * math.pi * xs) * torch.cos(1.5 * math.pi * ys)
    b = torch.sigmoid(10 * (ys - 0.4 * torch.sin(4 * xs)))
    return torch.stack([xs, ys], -1).reshape(-1, 2), torch.stack([r, g, b], -1).reshape(-1, 3)


class Block(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)

    def forward(self, x):
        x = self.lin(x)
        return x


class CoordNet(nn.Module):
    def __init__(self, width=96, depth=4):
        super().__init__()
        dims = [2] + [width] * depth
        self.body = nn.Sequential(*[Block(a, b) for a, b in zip(dims[:-1], dims[1:])])
        self.rgb = nn.Linear(width, 3)

    def forward(self, xy):
        return self.rgb(self.body(xy))


def psnr(mse):
    return -10 * math.log10(mse)


coords, colors = picture()
net = CoordNet()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=600)

for it in range(600):
    pick = torch.randint(0, len(coords), (384,))
    loss = nn.functional.mse_loss(net(coords[pick]), colors[pick])
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    sched.step()
    if (it + 1) % 100 == 0:
        with torch.no_grad():
            full = nn.functional.mse_loss(net(coords), colors).item()
        print(f"iter {it + 1}: mse {full:.5f}  psnr {psnr(full):.2f} dB")
