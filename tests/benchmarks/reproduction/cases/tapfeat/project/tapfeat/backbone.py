from torch import nn


def stage(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=2, padding=1),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


class Backbone(nn.Module):
    """Three stages that can be listened to by name."""

    def __init__(self, channels=3, width=16):
        super().__init__()
        self.stage1 = stage(channels, width)
        self.stage2 = stage(width, 2 * width)
        self.stage3 = stage(2 * width, 4 * width)

    def forward(self, images):
        return self.stage3(self.stage2(self.stage1(images)))
