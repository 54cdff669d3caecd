import math
import torch


def make_dataset(n, cfg):
    """1-d signals; the class is the harmonic mixture, phase / offset are nuisance."""
    gen = torch.rand(n, 1)
    y = torch.randint(0, cfg["classes"], (n,))
    t = torch.linspace(0, 1, cfg["length"]).unsqueeze(0)
    f = 1.0 + y.float().unsqueeze(1)
    x = torch.sin(2 * math.pi * (f * t + gen)) + 0.6 * torch.sin(2 * math.pi * (2 * f * t + gen * 3))
    return x + 1.0 * torch.randn_like(x), y


def augment(x):
    shifts = torch.randint(0, x.size(1), (x.size(0), 1))
    idx = (torch.arange(x.size(1)).unsqueeze(0) + shifts) % x.size(1)
    x = x.gather(1, idx)
    x = x * (0.7 + 0.6 * torch.rand(x.size(0), 1))
    return x + 0.4 * torch.randn_like(x)
