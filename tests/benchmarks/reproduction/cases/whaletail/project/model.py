from torch import nn
from torch.nn import functional as F

from data import PATTERN


class Embedder(nn.Module):
    def __init__(self, width=32, out=8):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(PATTERN, width), nn.ReLU(), nn.Linear(width, out))

    def forward(self, x):
        return F.normalize(self.layers(x), dim=-1)
