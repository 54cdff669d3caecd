import torch
from torch import nn

from poolmatch.batching import PADDING
from poolmatch.pooling import AttentionPooling


class Matcher(nn.Module):
    """How well two documents fit, from -1 to 1."""

    def __init__(self, vocabulary=1000, width=32):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=PADDING)
        self.pooling = AttentionPooling(width)
        self.project = nn.Linear(width, width)

    def encode(self, words, mask):
        return self.project(self.pooling(self.embedding(words), mask))

    def forward(self, left, right):
        return torch.cosine_similarity(self.encode(*left), self.encode(*right))
