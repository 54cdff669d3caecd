import torch
from torch import nn


class LookupTransformer(nn.Module):
    """Slot 0 holds the question (key only), the other slots hold (key, value) records."""

    def __init__(self, n_keys, n_values, dim=32, heads=2, layers=2):
        super().__init__()
        self.key_emb = nn.Embedding(n_keys, dim)
        self.val_emb = nn.Embedding(n_values + 1, dim)
        layer = nn.TransformerEncoderLayer(dim, heads, dim_feedforward=2 * dim, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.readout = nn.Linear(dim, n_values)

    def forward(self, keys, values):
        # keys, values: (batch, 1 + records)
        h = self.key_emb(keys) + self.val_emb(values)
        h = self.encoder(h)
        return self.readout(h[:, 0])
