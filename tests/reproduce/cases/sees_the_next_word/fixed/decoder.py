import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, vocab_size=20, width=16):
        super().__init__()
        self.table = nn.Embedding(vocab_size, width)
        self.query = nn.Linear(width, width)
        self.head = nn.Linear(width, vocab_size)

    def forward(self, tokens):
        x = self.table(tokens)
        scores = self.query(x) @ x.transpose(1, 2)
        size = tokens.shape[1]
        mask = torch.ones(size, size).triu(1).bool()
        weights = scores.masked_fill(mask, float("-inf")).softmax(dim=-1)
        return self.head(weights @ x)
