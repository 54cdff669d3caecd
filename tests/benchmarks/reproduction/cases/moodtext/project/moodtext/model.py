import zlib

import torch
from torch import nn


def bucket(word, buckets):
    return zlib.crc32(word.lower().encode()) % (buckets - 1) + 1


def encode(texts, buckets):
    """Hashed words, padded with 0."""
    rows = [torch.tensor([bucket(w, buckets) for w in text.split()] or [0]) for text in texts]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True)


class MoodClassifier(nn.Module):
    def __init__(self, buckets=512, width=32, dropout=0.0, pooling="max", moods=3):
        super().__init__()
        self.pooling = pooling
        self.embedding = nn.Embedding(buckets, width, padding_idx=0)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, moods)

    def forward(self, tokens):
        x = self.embedding(tokens)
        present = (tokens != 0).unsqueeze(-1)
        if self.pooling == "mean":
            x = (x * present).sum(dim=1) / present.sum(dim=1).clamp(min=1)
        else:
            x = x.masked_fill(~present, -1e4).amax(dim=1)
        return self.head(self.dropout(x))


def build_model(settings):
    return MoodClassifier(**settings["model"])
