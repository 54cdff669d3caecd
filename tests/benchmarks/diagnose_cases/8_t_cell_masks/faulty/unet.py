import torch
from torch import nn


def double_conv(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(inplace=True),
                         nn.Conv2d(b, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, base=8):
        super().__init__()
        self.d1, self.d2 = double_conv(1, base), double_conv(base, 2 * base)
        self.mid = double_conv(2 * base, 4 * base)
        self.up2 = nn.ConvTranspose2d(4 * base, 2 * base, 2, stride=2)
        self.u2 = double_conv(4 * base, 2 * base)
        self.up1 = nn.ConvTranspose2d(2 * base, base, 2, stride=2)
        self.u1 = double_conv(2 * base, base)
        self.out = nn.Conv2d(base, 1, 1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(self.pool(a))
        c = self.mid(self.pool(b))
        b = self.u2(torch.cat([self.up2(c), b], 1))
        a = self.u1(torch.cat([self.up1(b), a], 1))
        return self.out(a)
