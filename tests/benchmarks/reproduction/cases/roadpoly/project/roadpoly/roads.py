import torch


def road_tiles(count=32, size=16, seed=0):
    """Grey tiles with one straight road, and the mask of the road."""
    generator = torch.Generator().manual_seed(seed)
    slopes = torch.rand(count, 1, 1, generator=generator) * 2 - 1
    offsets = torch.rand(count, 1, 1, generator=generator) * size / 2
    rows = torch.arange(size).view(1, -1, 1)
    columns = torch.arange(size).view(1, 1, -1)
    mask = ((rows - slopes * columns - offsets).abs() < 1.5).float()
    noise = 0.3 * torch.rand(count, size, size, generator=generator)
    return (noise + 0.5 * mask)[:, None], mask[:, None]
