import torch
from torch import nn


def double_conv(cin, cout):
    return nn.Sequential(
        nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True),
        nn.Conv2d(cout, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True),
    )


class SmallUNet(nn.Module):
    def __init__(self, base=8):
        super().__init__()
        self.down1 = double_conv(1, base)
        self.down2 = double_conv(base, 2 * base)
        self.mid = double_conv(2 * base, 4 * base)
        self.up2 = nn.ConvTranspose2d(4 * base, 2 * base, 2, stride=2)
        self.dec2 = double_conv(4 * base, 2 * base)
        self.up1 = nn.ConvTranspose2d(2 * base, base, 2, stride=2)
        self.dec1 = double_conv(2 * base, base)
        self.out = nn.Conv2d(base, 1, 1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        c = self.mid(self.pool(b))
        y = self.dec2(torch.cat([self.up2(c), b], 1))
        y = self.dec1(torch.cat([self.up1(y), a], 1))
        return self.out(y)
