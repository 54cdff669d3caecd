"""Cut a scan of a leaf into tiles."""

import torch


def cut_scan(scan, tile_size, overlap=0):
    """Tiles of a scan (bands, height, width); what is left at the right and below is dropped."""
    rows, columns = tile_size
    tiles = scan.unfold(1, rows, rows - overlap).unfold(2, columns, columns - overlap)
    return tiles.flatten(1, 2).transpose(0, 1).contiguous()


def normalised(scan):
    mean = scan.mean(dim=(1, 2), keepdim=True)
    return (scan - mean) / scan.std(dim=(1, 2), keepdim=True).clamp_min(1e-6)


def random_scan(bands, height, width, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(bands, height, width, generator=generator)
