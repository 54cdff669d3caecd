from torch import nn


class Deblur(nn.Module):
    """Predicts what has to be added to a blurred picture."""

    def __init__(self, width=16, depth=3):
        super().__init__()
        layers = [nn.Conv2d(1, width, 3, padding=1), nn.ReLU()]
        for _ in range(depth - 2):
            layers += [nn.Conv2d(width, width, 3, padding=1), nn.ReLU()]
        layers.append(nn.Conv2d(width, 1, 3, padding=1))
        self.residual = nn.Sequential(*layers)

    def forward(self, blurred):
        return blurred + self.residual(blurred)
