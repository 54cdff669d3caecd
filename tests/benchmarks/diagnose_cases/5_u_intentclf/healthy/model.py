import torch
import torch.nn as nn

from data import PAD, VOCAB


class IntentEncoder(nn.Module):
    def __init__(self, n_intents, d_model=48, nhead=4, layers=2, max_len=16):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d_model, padding_idx=PAD)
        self.pos = nn.Parameter(torch.randn(1, max_len, d_model) * 0.02)
        layer = nn.TransformerEncoderLayer(
            d_model, nhead, dim_feedforward=96, dropout=0.1, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(d_model)
        self.out = nn.Linear(d_model, n_intents)

    def forward(self, ids):
        mask = ids == PAD
        h = self.tok(ids) + self.pos[:, : ids.size(1)]
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.out(self.norm(h[:, 0]))  # CLS position
