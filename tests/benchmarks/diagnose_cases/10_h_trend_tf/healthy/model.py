import math

import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=64):
        super().__init__()
        pos = torch.arange(max_len).unsqueeze(1)
        div = torch.exp(torch.arange(0, d_model, 2) * (-math.log(100.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(1)]


class TrendClassifier(nn.Module):
    """Classifies short price paths into rising / falling / peak / valley."""

    def __init__(self, d_model=32, nhead=4, layers=2, n_classes=4):
        super().__init__()
        self.proj = nn.Linear(1, d_model)
        self.pos = PositionalEncoding(d_model)
        enc = nn.TransformerEncoderLayer(d_model, nhead, 64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(enc, layers)
        self.cls = nn.Linear(d_model, n_classes)

    def forward(self, x):
        h = self.pos(self.proj(x))
        h = self.encoder(h)
        return self.cls(h.mean(dim=1))
