"""Tiles as rows of patches, each with its place."""

import torch
from torch import nn


class PatchRows(nn.Module):
    """(batch, bands, rows, columns) to (batch, 1 + patches, width)."""

    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        down, across = (size // settings.patch for size in settings.tile_size)
        self.cut = nn.Conv2d(
            settings.bands, settings.width, kernel_size=settings.patch, stride=settings.patch
        )
        self.summary = nn.Parameter(torch.zeros(1, 1, settings.width))
        self.places = nn.Parameter(0.02 * torch.randn(1, 1 + down * across, settings.width))

    def forward(self, tiles):
        rows = self.cut(tiles).flatten(2).transpose(1, 2)
        rows = torch.cat([self.summary.expand(len(rows), -1, -1), rows], dim=1)
        return rows + self.places
