import torch
from torch import nn


class ViT(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        n_patches = (cfg.image_size // cfg.patch) ** 2
        self.to_tokens = nn.Conv2d(1, cfg.dim, cfg.patch, stride=cfg.patch)
        self.cls = nn.Parameter(torch.zeros(1, 1, cfg.dim))
        self.pos = nn.Parameter(0.02 * torch.randn(1, n_patches + 1, cfg.dim))
        layer = nn.TransformerEncoderLayer(
            cfg.dim, cfg.heads, cfg.dim * 2, dropout=0.0, activation="gelu",
            batch_first=True, norm_first=True,
        )
        self.encoder = nn.TransformerEncoder(layer, cfg.depth, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(cfg.dim)
        self.head = nn.Linear(cfg.dim, cfg.n_classes)

    def forward(self, img):
        t = self.to_tokens(img).flatten(2).transpose(1, 2)
        t = torch.cat([self.cls.expand(len(t), -1, -1), t], dim=1) + self.pos
        return self.head(self.norm(self.encoder(t)[:, 0]))
