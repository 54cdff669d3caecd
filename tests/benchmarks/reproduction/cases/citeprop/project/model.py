import torch
from torch import nn


class Propagation(nn.Module):
    """Average the features over the neighbourhood, `hops` times.

    There are no weights in here, so the result is kept: the graph does not change during a run.
    """

    def __init__(self, adjacency, hops=2):
        super().__init__()
        self.register_buffer("adjacency", adjacency)
        self.hops = hops
        self._kept = None

    def forward(self, x):
        if self._kept is None:
            for _ in range(self.hops):
                x = torch.sparse.mm(self.adjacency, x)
            self._kept = x
        return self._kept


class Classifier(nn.Module):
    def __init__(self, adjacency, inputs, classes, hidden=32, hops=2, dropout=0.5):
        super().__init__()
        self.propagation = Propagation(adjacency, hops)
        self.head = nn.Sequential(
            nn.Linear(inputs, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, classes),
        )

    def forward(self, x):
        return self.head(self.propagation(x))


class LearnedFeatures(nn.Module):
    """One trainable vector for each node, for graphs that come without features."""

    def __init__(self, nodes, width=32):
        super().__init__()
        self.table = nn.Embedding(nodes, width)

    def forward(self):
        return self.table.weight
