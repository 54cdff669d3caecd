import torch
from torch import nn
from torch.nn import functional as F


class DoubleConv(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, padding=1),
            nn.GroupNorm(4, outputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, padding=1),
            nn.GroupNorm(4, outputs),
            nn.ReLU(inplace=True),
        )


class Down(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = DoubleConv(inputs, outputs)

    def forward(self, x):
        return self.conv(F.max_pool2d(x, 2))


class Up(nn.Module):
    def __init__(self, inputs, skipped, outputs):
        super().__init__()
        self.conv = DoubleConv(inputs + skipped, outputs)

    def forward(self, x, skip):
        x = F.interpolate(x, scale_factor=2, mode="nearest")
        return self.conv(torch.cat([skip, x], dim=1))
