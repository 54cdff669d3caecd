import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.to_qkv = nn.Linear(width, 3 * width, bias=False)
        self.proj = nn.Linear(width, width)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        b, n, w = x.shape
        q, k, v = self.to_qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        att = (q @ k.transpose(-1, -2) * self.scale).softmax(-1)
        out = (self.drop(att) @ v).transpose(1, 2).reshape(b, n, w)
        return self.drop(self.proj(out))


class EncoderBlock(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.att = Attention(width, heads, dropout)
        self.ff = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(dropout),
                                nn.Linear(2 * width, width), nn.Dropout(dropout))

    def forward(self, x):
        x = x + self.att(self.n1(x))
        return x + self.ff(self.n2(x))


class VisionTransformer(nn.Module):
    def __init__(self, side, patch, width, depth, classes, dropout, heads=4):
        super().__init__()
        self.patchify = nn.Conv2d(1, width, patch, stride=patch)
        n = (side // patch) ** 2
        self.cls = nn.Parameter(torch.zeros(1, 1, width))
        self.pos = nn.Parameter(0.02 * torch.randn(1, n + 1, width))
        self.drop = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(EncoderBlock(width, heads, dropout) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = self.patchify(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(len(x), -1, -1), x], 1)
        x = self.drop(x + self.pos)
        for blk in self.blocks:
            x = blk(x)
        return self.head(self.norm(x[:, 0]))
