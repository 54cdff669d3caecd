"""The classifier of tiles, and votes of the tiles of one leaf."""

import torch
from torch import nn

from leaftiles.patches import PatchRows
from leaftiles.settings import TileSettings


class TileClassifier(nn.Module):
    def __init__(self, settings=None):
        super().__init__()
        self.settings = settings or TileSettings()
        self.rows = PatchRows(self.settings)
        layer = nn.TransformerEncoderLayer(
            self.settings.width, self.settings.heads, 2 * self.settings.width, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, self.settings.depth)
        self.head = nn.Linear(self.settings.width, self.settings.diseases)

    def forward(self, tiles):
        return self.head(self.encoder(self.rows(tiles))[:, 0])


def vote(model, tiles):
    """The disease that most tiles of a leaf speak for."""
    model.eval()
    with torch.no_grad():
        return int(model(tiles).argmax(dim=-1).mode().values)
