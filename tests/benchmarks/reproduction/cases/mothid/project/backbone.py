"""A small convolutional trunk. The real weights live on our file server."""

from torch import nn


def block(inside, outside, stride):
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(),
    )


class Trunk(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.blocks = nn.Sequential(
            block(3, width, 2), block(width, 2 * width, 2), block(2 * width, 4 * width, 1)
        )
        self.out_features = 4 * width

    def forward(self, images):
        return self.blocks(images).mean(dim=(2, 3))
