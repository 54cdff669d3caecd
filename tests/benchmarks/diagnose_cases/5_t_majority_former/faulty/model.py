import torch
import torch.nn as nn


class TinyTransformer(nn.Module):
    def __init__(self, cfg, n_classes):
        super().__init__()
        d = cfg["d_model"]
        self.tok = nn.Embedding(cfg["vocab"], d)
        self.pos = nn.Parameter(torch.randn(1, cfg["seq_len"], d) * 0.02)
        layer = nn.TransformerEncoderLayer(
            d, cfg["heads"], dim_feedforward=4 * d, dropout=0.0, batch_first=True
        )
        self.enc = nn.TransformerEncoder(layer, cfg["layers"], enable_nested_tensor=False)
        self.out = nn.Linear(d, n_classes)

    def forward(self, ids):
        h = self.enc(self.tok(ids) + self.pos)
        return self.out(h.mean(dim=1))
