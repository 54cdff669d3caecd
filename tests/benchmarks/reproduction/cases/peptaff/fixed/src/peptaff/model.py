import torch
from torch import nn

from peptaff.config import ModelConfig
from peptaff.residues import PAD


class Block(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, dropout=dropout, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)

    def forward(self, x, padding):
        h = self.norm1(x)
        h, _ = self.attention(h, h, h, key_padding_mask=padding, need_weights=False)
        x = x + h
        return x + self.mlp(self.norm2(x))


class AffinityModel(nn.Module):
    """log10 of the affinity, from the residues of a peptide."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.residue = nn.Embedding(config.residues + 1, config.width, padding_idx=PAD)
        self.position = nn.Embedding(config.longest, config.width)
        self.blocks = nn.ModuleList(
            Block(config.width, config.heads, config.dropout) for _ in range(config.layers)
        )
        self.head = nn.Sequential(nn.LayerNorm(config.width), nn.Linear(config.width, 1))

    def forward(self, residues):
        padding = residues == PAD
        positions = torch.arange(residues.shape[1], device=residues.device)
        x = self.residue(residues) + self.position(positions)
        for block in self.blocks:
            x = block(x, padding)
        there = (~padding).unsqueeze(-1).to(x.dtype)
        mean = (x * there).sum(dim=1) / there.sum(dim=1).clamp(min=1)
        return self.head(mean).squeeze(-1)
