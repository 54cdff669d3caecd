import torch
from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh, "gelu": nn.GELU}


class InkNet(nn.Module):
    """Which of `classes` symbols was drawn, from the strokes of a pen."""

    def __init__(self, points=20, hidden=32, layers=2, classes=5, activation="relu"):
        super().__init__()
        self.points = points
        self.hidden = hidden
        self.layers = layers
        self.classes = classes
        self.activation = activation
        widths = [2 * points, *[hidden] * layers]
        parts = []
        for inputs, outputs in zip(widths, widths[1:]):
            parts += [nn.Linear(inputs, outputs), ACTIVATIONS[activation]()]
        self.body = nn.Sequential(*parts)
        self.head = nn.Linear(hidden, classes)

    def forward(self, strokes):
        return self.head(self.body(strokes.flatten(1)))

    @torch.no_grad()
    def probabilities(self, strokes):
        return self(strokes).softmax(dim=-1)
