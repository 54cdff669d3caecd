"""Fit a continuous field to half of the pixels of an image, then render the other half."""
import math

import torch

from siren import Siren


def picture(side):
    lin = torch.linspace(-1, 1, side)
    y, x = torch.meshgrid(lin, lin, indexing="ij")
    img = 0.5 * torch.sin(4 * x + 2 * y) + torch.exp(-8 * ((x - 0.3) ** 2 + (y + 0.2) ** 2))
    img = img + 0.4 * torch.tanh(6 * (x + y - 0.4)) + 0.3 * torch.cos(9 * torch.sqrt(x ** 2 + y ** 2 + 1e-6))
    coords = torch.stack([x, y], -1).view(-1, 2)
    return coords, (img / img.abs().max()).view(-1, 1)


def psnr(a, b):
    return 10 * math.log10(4.0 / (a - b).pow(2).mean().item())


def main(seed=9):
    torch.manual_seed(seed)
    coords, values = picture(48)
    perm = torch.randperm(len(coords))
    given, hidden = perm[: len(perm) // 2], perm[len(perm) // 2:]
    net = Siren()
    opt = torch.optim.Adam(net.parameters(), lr=5e-4)
    for step in range(1, 601):
        loss = (net(coords[given]) - values[given]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 100 == 0:
            with torch.no_grad():
                a = psnr(net(coords[given]), values[given])
                b = psnr(net(coords[hidden]), values[hidden])
            print(f"step {step}: given pixels {a:.1f} dB, held-out pixels {b:.1f} dB")


if __name__ == "__main__":
    main()
