"""Small projects whose shares do not sum to one, or whose vectors are not of length one."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

FUNCTION = Project(
    "function",
    {
        "attend.py": """\
import torch


def attention(query, key, value):
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5
    return torch.softmax(scores, dim=1) @ value


def self_attention(x):
    return attention(x, x, x)


if __name__ == "__main__":
    print(self_attention(torch.randn(2, 5, 8)).shape)
"""
    },
    "# Attention weights do not sum to one\n\nIn `attention` they do so over the queries.\n",
    (("dim=1", "dim=-1"),),
)
RETURNED = Project(
    "returned",
    {
        "layers.py": """\
import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, width=8, drop=0.2):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.dropout = nn.Dropout(drop)

    def forward(self, x):
        scores = self.q(x) @ self.k(x).transpose(1, 2)
        weights = scores.softmax(dim=1)
        weights = self.dropout(weights)
        return weights @ self.v(x), weights


if __name__ == "__main__":
    print(SelfAttention()(torch.randn(2, 6, 8))[0].shape)
"""
    },
    "SelfAttention: the attention weights of a query do not add up to 1\n",
    (("softmax(dim=1)", "softmax(dim=2)"),),
)
CLASSIFIER = Project(
    "classifier",
    {
        "birds.py": """\
import torch
from torch import nn


class Birds(nn.Module):
    def __init__(self, features=6, classes=4):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)

    def predict_proba(self, x):
        return torch.softmax(self(x), dim=0)
"""
    },
    "# Rows of predict_proba don't add up to 1\n\nThe probabilities of a bird add up to 0.4.\n",
    (("dim=0", "dim=1"),),
)
DROPPED = Project(
    "dropped",
    {
        "towers.py": """\
from torch import nn
from torch.nn import functional as F


class Tower(nn.Module):
    def __init__(self, features=6, width=8):
        super().__init__()
        self.out = nn.Linear(features, width)

    def forward(self, x):
        return self.embed(x)

    def embed(self, x):
        '''Embeddings of unit length.'''
        vectors = self.out(x)
        F.normalize(vectors, dim=-1)
        return vectors
"""
    },
    "# Embeddings are not normalised\n\n`embed` says unit length.\n",
    (("        F.normalize", "        vectors = F.normalize"),),
)
AXIS = Project(
    "axis",
    {
        "faces.py": """\
from torch import nn
from torch.nn import functional as F


class Faces(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(12, width))

    def forward(self, x):
        return F.normalize(self.body(x), dim=0)
"""
    },
    "The norm of the embeddings is not 1\n\nAll embeddings that Faces gives are too short.\n",
    (("dim=0", "dim=1"),),
)
ALL = (FUNCTION, RETURNED, CLASSIFIER, DROPPED, AXIS)
POOLING = Project(
    "pooling",
    {
        "bags.py": """\
import torch
from torch import nn


class Bag(nn.Module):
    '''One bag of instances at a time.'''

    def __init__(self, width=8):
        super().__init__()
        self.score = nn.Linear(width, 1)
        self.out = nn.Linear(width, 2)

    def forward(self, instances):
        weights = torch.softmax(self.score(instances), dim=0)
        return self.out((weights * instances).sum(dim=0)), weights


class Gate(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.score = nn.Linear(width, 3)

    def forward(self, frames):
        return torch.softmax(self.score(frames), dim=1)


def similarity(a, b):
    '''Of L2-normalised vectors.'''
    return a @ b.T
"""
    },
    "Attention weights of Bag and Gate do not sum to one\n\nThe embeddings are not normalised.\n",
    (),
)
"""Nothing is wrong here."""
