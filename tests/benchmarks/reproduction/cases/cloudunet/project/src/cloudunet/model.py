from torch import nn

from .blocks import DoubleConv, Down, Up


class CloudUNet(nn.Module):
    """Finds clouds in a multi-band tile. Returns one logit for each pixel."""

    def __init__(self, bands=4, width=8, depth=3):
        super().__init__()
        widths = [width * 2**level for level in range(depth + 1)]
        self.stem = DoubleConv(bands, width)
        self.down = nn.ModuleList(Down(a, b) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(
            Up(below, beside, beside) for beside, below in zip(widths[-2::-1], widths[:0:-1])
        )
        self.head = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        x = self.stem(x)
        skips = []
        for down in self.down:
            skips.append(x)
            x = down(x)
        for up, skip in zip(self.up, reversed(skips)):
            x = up(x, skip)
        return self.head(x)
