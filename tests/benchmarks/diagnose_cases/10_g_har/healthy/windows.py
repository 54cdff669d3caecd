import math
import torch

RATE = [0.05, 0.09, 0.09, 0.16, 0.16, 0.0]
TILT = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.7, 0.7, 0), (0, 0.7, 0.7), (1, 0, 0)]


def make_windows(n, length=64):
    y = torch.randint(0, 6, (n,))
    t = torch.arange(length).float()
    rate = torch.tensor(RATE)[y] * (1 + 0.1 * torch.randn(n))
    phase = 2 * math.pi * torch.rand(n, 1)
    wave = torch.sin(2 * math.pi * rate[:, None] * t + phase)
    axis = torch.tensor(TILT)[y] + 0.15 * torch.randn(n, 3)
    x = axis[:, :, None] * wave[:, None, :] + 0.9 * torch.randn(n, 3, length)
    return x, y
