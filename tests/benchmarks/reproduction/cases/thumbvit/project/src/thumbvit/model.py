import torch
from torch import nn

from .config import ViTConfig
from .layers import Block, PatchEmbedding


class ThumbViT(nn.Module):
    def __init__(self, config: ViTConfig) -> None:
        super().__init__()
        self.config = config
        rows, columns = config.grid
        self.patches = PatchEmbedding(config.channels, config.width, config.patch)
        self.class_token = nn.Parameter(torch.zeros(1, 1, config.width))
        self.positions = nn.Parameter(torch.randn(1, rows * columns + 1, config.width) * 0.02)
        self.blocks = nn.ModuleList(
            Block(config.width, config.heads, config.dropout) for _ in range(config.depth)
        )
        self.norm = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, config.classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = self.patches(images)
        token = self.class_token.expand(len(x), -1, -1)
        x = torch.cat([token, x], dim=1) + self.positions
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x[:, 0]))
