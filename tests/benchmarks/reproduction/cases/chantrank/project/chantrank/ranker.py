import torch
from torch import nn

from chantrank.attention import SelfAttention
from chantrank.config import RankerConfig


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm1 = nn.LayerNorm(config.width)
        self.attention = SelfAttention(config.width, config.heads)
        self.norm2 = nn.LayerNorm(config.width)
        self.mlp = nn.Sequential(
            nn.Linear(config.width, 4 * config.width),
            nn.GELU(),
            nn.Linear(4 * config.width, config.width),
        )

    def forward(self, x, keep):
        x = x + self.attention(self.norm1(x), keep)
        return x + self.mlp(self.norm2(x))


class Ranker(nn.Module):
    """Gives a relevance score to each chant (a row of melody tokens)."""

    def __init__(self, config=None):
        super().__init__()
        self.config = config or RankerConfig()
        self.tokens = nn.Embedding(self.config.vocabulary, self.config.width)
        self.places = nn.Embedding(self.config.max_length, self.config.width)
        self.blocks = nn.ModuleList(Block(self.config) for _ in range(self.config.layers))
        self.norm = nn.LayerNorm(self.config.width)
        self.score = nn.Linear(self.config.width, 1)

    def forward(self, tokens):
        keep = tokens != self.config.padding
        x = self.tokens(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x, keep)
        return self.score(self.norm(x[:, 0])).squeeze(-1)

    @torch.no_grad()
    def rank(self, tokens):
        """The row numbers, the most relevant first."""
        self.eval()
        return self(tokens).argsort(descending=True)
