import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words=500, tags=9, width=32):
        super().__init__()
        self.embedding = nn.Embedding(words, width, padding_idx=0)
        self.lstm = nn.LSTM(width, width, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * width, tags)

    def forward(self, tokens):
        states, _ = self.lstm(self.embedding(tokens))
        return self.out(states)


def pad(sentences):
    longest = max(len(one) for one in sentences)
    padded = torch.zeros(len(sentences), longest, dtype=torch.long)
    for row, one in enumerate(sentences):
        padded[row, : len(one)] = torch.as_tensor(one)
    return padded
