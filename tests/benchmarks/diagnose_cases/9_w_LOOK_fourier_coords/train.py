"""Coordinate network: fit an image from a subset of its pixels through fixed random Fourier features."""
import math
import torch
from torch import nn, optim


class FourierFeatures(nn.Module):
    def __init__(self, n=48, sigma=2.0):
        super().__init__()
        self.register_buffer("B", sigma * torch.randn(2, n))

    def forward(self, v):
        p = 2 * math.pi * v @ self.B
        return torch.cat([p.sin(), p.cos()], dim=-1)


def picture(side=48):
    g = torch.linspace(0, 1, side)
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    img = 0.5 + 0.25 * torch.sin(9 * xx + 4 * yy) * torch.cos(7 * yy) + 0.25 * ((xx - 0.6) ** 2 + (yy - 0.4) ** 2 < 0.06)
    return torch.stack([xx, yy], -1).view(-1, 2), img.view(-1, 1)


def psnr(a, b):
    return (-10 * torch.log10(((a - b) ** 2).mean())).item()


if __name__ == "__main__":
    torch.manual_seed(50)
    coords, pixels = picture()
    perm = torch.randperm(len(coords))
    tr, te = perm[:1500], perm[1500:]
    field = nn.Sequential(FourierFeatures(), nn.Linear(96, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(),
                          nn.Linear(64, 1), nn.Sigmoid())
    opt = optim.Adam(field.parameters(), lr=2e-3)
    lr_sched = optim.lr_scheduler.LambdaLR(opt, lambda s: 0.5 * (1 + math.cos(math.pi * min(s, 800) / 800)))
    for step in range(1, 801):
        batch = tr[torch.randint(0, len(tr), (256,))]
        loss = ((field(coords[batch]) - pixels[batch]) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        lr_sched.step()
        if step % 200 == 0:
            with torch.no_grad():
                print(f"step {step} train mse {loss.item():.5f} held-out psnr {psnr(field(coords[te]), pixels[te]):.2f} dB "
                      f"(mean image {psnr(pixels[tr].mean(), pixels[te]):.2f} dB)")
