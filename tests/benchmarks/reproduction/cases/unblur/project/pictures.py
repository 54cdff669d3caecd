import torch
from torch.nn import functional as F


def sharp_pictures(count, size, seed=0):
    generator = torch.Generator().manual_seed(seed)
    coarse = torch.rand(count, 1, size // 4, size // 4, generator=generator)
    return F.interpolate(coarse, size=(size, size), mode="nearest")


def blur(pictures, radius=2):
    width = 2 * radius + 1
    kernel = torch.full((1, 1, width, width), 1.0 / width**2)
    return F.conv2d(F.pad(pictures, (radius,) * 4, mode="replicate"), kernel)


def pairs(count=64, size=24, seed=0):
    sharp = sharp_pictures(count, size, seed)
    return blur(sharp), sharp
