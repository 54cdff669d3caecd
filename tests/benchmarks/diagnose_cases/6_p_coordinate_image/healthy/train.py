"""Fit a sinusoidal coordinate network to a sparse sampling of an image and fill in the rest."""
import math

import torch
from torch import nn

torch.manual_seed(2)
SIDE = 48


class Sine(nn.Module):
    def __init__(self, fan_in, fan_out, omega, first=False):
        super().__init__()
        self.omega = omega
        self.linear = nn.Linear(fan_in, fan_out)
        with torch.no_grad():
            if first:
                self.linear.weight.uniform_(-1 / fan_in, 1 / fan_in)
            else:
                bound = math.sqrt(6 / fan_in) / omega
                self.linear.weight.uniform_(-bound, bound)

    def forward(self, x):
        return torch.sin(self.omega * self.linear(x))


class Siren(nn.Module):
    def __init__(self, hidden=64, omega=20.0):
        super().__init__()
        self.net = nn.Sequential(
            Sine(2, hidden, omega, first=True),
            Sine(hidden, hidden, omega),
            Sine(hidden, hidden, omega),
            nn.Linear(hidden, 1),
        )

    def forward(self, xy):
        return self.net(xy).squeeze(-1)


def test_image(side):
    g = torch.linspace(-1, 1, side)
    y, x = torch.meshgrid(g, g, indexing="ij")
    img = 0.5 + 0.25 * torch.sin(6 * x + 2 * y) * torch.exp(-y ** 2)
    img = img + 0.3 * torch.exp(-((x - 0.3) ** 2 + (y + 0.4) ** 2) / 0.05)
    img = img - 0.2 * torch.sigmoid(25 * (0.35 - ((x + 0.4) ** 2 + (y - 0.3) ** 2).sqrt()))
    return torch.stack([x, y], -1).reshape(-1, 2), img.reshape(-1)


def psnr(pred, ref):
    return -10 * math.log10(((pred - ref) ** 2).mean().item())


coords, pixels = test_image(SIDE)
perm = torch.randperm(len(pixels))
seen, hidden = perm[: len(perm) // 2], perm[len(perm) // 2:]
observed = pixels[seen] + 0.01 * torch.randn(len(seen))

model = Siren()
opt = torch.optim.Adam(model.parameters(), lr=5e-4)
for it in range(1, 601):
    loss = nn.functional.mse_loss(model(coords[seen]), observed)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 100 == 0:
        with torch.no_grad():
            out = model(coords)
        print(f"{it:4d}  loss {loss.item():.5f}  PSNR observed {psnr(out[seen], pixels[seen]):.1f} dB  "
              f"missing {psnr(out[hidden], pixels[hidden]):.1f} dB")
