import torch
from torch import nn
from torch.nn import functional as F


class ConvUnit(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)


class SmallNet(nn.Module):
    def __init__(self, channels=3, classes=10, widths=(16, 32), dropout=0.3):
        super().__init__()
        self.units = nn.ModuleList()
        for width in widths:
            self.units.append(ConvUnit(channels, width))
            channels = width
        self.hidden = nn.LazyLinear(64)
        self.out = nn.Linear(64, classes)
        self.dropout = dropout

    def forward(self, x):
        for unit in self.units:
            x = unit(x)
        x = F.relu(self.hidden(x.flatten(1)))
        x = F.dropout(x, self.dropout, training=self.training)
        return self.out(x)


def build(image_size=32, channels=3, **options):
    """A network whose lazy layer knows its size."""
    net = SmallNet(channels=channels, **options)
    with torch.no_grad():
        net(torch.zeros(2, channels, image_size, image_size))
    return net
