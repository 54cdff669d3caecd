import torch
from torch import nn

CLASSES = ("water", "forest", "field", "road", "building", "other")


class TileNet(nn.Module):
    """A small encoder-decoder for aerial tiles."""

    def __init__(self, channels: int = 3, width: int = 8, classes: int = len(CLASSES)):
        super().__init__()
        self.down = nn.Sequential(
            nn.Conv2d(channels, width, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.middle = nn.Sequential(nn.Conv2d(width, 2 * width, 3, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(2 * width, width, 2, stride=2)
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, tiles: torch.Tensor) -> torch.Tensor:
        return self.head(torch.relu(self.up(self.middle(self.down(tiles)))))
