import torch
from torch import nn


class Seq2SeqTransformer(nn.Module):
    def __init__(self, vocab, d_model, max_len, heads=4, layers=1):
        super().__init__()
        self.tok = nn.Embedding(vocab, d_model)
        self.pos = nn.Embedding(max_len, d_model)
        self.core = nn.Transformer(
            d_model, heads, num_encoder_layers=layers, num_decoder_layers=layers,
            dim_feedforward=2 * d_model, dropout=0.0, batch_first=True,
        )
        self.out = nn.Linear(d_model, vocab)

    def embed(self, ids):
        return self.tok(ids) + self.pos(torch.arange(ids.size(1)))

    def forward(self, src, tgt):
        causal = torch.triu(torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool), 1)
        return self.out(self.core(self.embed(src), self.embed(tgt), tgt_mask=causal))
