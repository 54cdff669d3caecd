import torch.nn as nn


class TagNet(nn.Module):
    """EmbeddingBag text encoder with one score per tag."""

    def __init__(self, vocab_size, n_tags, dim=48):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab_size, dim, mode="mean")
        self.body = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Linear(64, n_tags))
        self.score = nn.Softmax(dim=1)

    def forward(self, tokens):
        return self.score(self.body(self.bag(tokens)))
