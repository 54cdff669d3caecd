import torch.nn as nn
import torch.nn.functional as F


class ImageTower(nn.Module):
    def __init__(self, in_dim, out_dim, width=256):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(in_dim, width), nn.GELU(),
            nn.Linear(width, width), nn.GELU(),
            nn.Linear(width, out_dim),
        )

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class TextTower(nn.Module):
    def __init__(self, vocab, out_dim, width=128):
        super().__init__()
        self.words = nn.EmbeddingBag(vocab, width, mode="mean")
        self.net = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, out_dim))

    def forward(self, tokens):
        return F.normalize(self.net(self.words(tokens)), dim=-1)
