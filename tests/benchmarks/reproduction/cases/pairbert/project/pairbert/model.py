import torch
from torch import nn


class PairBert(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tokens = nn.Embedding(config.vocabulary, config.width)
        self.positions = nn.Embedding(config.longest, config.width)
        layer = nn.TransformerEncoderLayer(
            config.width, config.heads, 4 * config.width, config.dropout, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, config.layers, enable_nested_tensor=False)
        self.head = nn.Linear(config.width, config.classes)

    def embed(self, tokens):
        positions = torch.arange(tokens.size(1), device=tokens.device)
        return self.tokens(tokens) + self.positions(positions)

    def pool(self, hidden, attention_mask):
        """The mean of the tokens."""
        hidden = hidden * attention_mask.unsqueeze(-1)
        return hidden.mean(dim=1)

    def forward(self, tokens, attention_mask):
        hidden = self.encoder(self.embed(tokens), src_key_padding_mask=attention_mask == 0)
        return self.head(self.pool(hidden, attention_mask))
