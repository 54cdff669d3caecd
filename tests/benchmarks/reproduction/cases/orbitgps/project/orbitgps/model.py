from torch import nn

from orbitgps.encoding import TimeEncoding


class OrbitModel(nn.Module):
    """The next position from a row of fixes (x, y, z, clock)."""

    def __init__(self, width=32, heads=4, layers=2):
        super().__init__()
        self.inputs = nn.Linear(4, width)
        self.encoding = TimeEncoding(width)
        layer = nn.TransformerEncoderLayer(width, heads, 2 * width, 0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.output = nn.Linear(width, 3)

    def forward(self, fixes):
        return self.output(self.encoder(self.encoding(self.inputs(fixes)))[:, -1])
