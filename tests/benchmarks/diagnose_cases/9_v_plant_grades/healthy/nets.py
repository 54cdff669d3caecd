import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self, d_in, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d_in, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        return self.net(x)


class Classifier(nn.Module):
    def __init__(self, d_in, width, n_out):
        super().__init__()
        self.backbone = Backbone(d_in, width)
        self.head = nn.Linear(width, n_out)

    def forward(self, x):
        return self.head(self.backbone(x))
