import torch
from torch.nn import functional as F


def normalise(tile):
    """Each band to mean 0 and deviation 1."""
    mean = tile.mean(dim=(-2, -1), keepdim=True)
    std = tile.std(dim=(-2, -1), keepdim=True)
    return (tile - mean) / (std + 1e-6)


def synthetic_scene(size=64, bands=4, seed=0):
    """A scene with blobs of cloud and the mask of them."""
    generator = torch.Generator().manual_seed(seed)
    coarse = torch.rand(1, 1, 5, 5, generator=generator)
    field = F.interpolate(coarse, size=(size, size), mode="bilinear", align_corners=False)[0]
    mask = (field > 0.55).float()
    ground = 0.2 * torch.rand(bands, size, size, generator=generator)
    return ground + 0.6 * mask, mask
