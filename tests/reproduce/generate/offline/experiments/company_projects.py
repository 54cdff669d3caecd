"""Small projects in which the company of longer examples counts, and the same where it does not."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

ALL = (
    Project(
        "clips",
        {
            "soundnet/__init__.py": "",
            "soundnet/model.py": """\
import torch
from torch import nn

class Tagger(nn.Module):
    def __init__(self, n_mels=32, n_tags=5, width=16):
        super().__init__()
        self.conv = nn.Conv1d(n_mels, width, 3, padding=1)
        self.head = nn.Linear(width, n_tags)

    def forward(self, x, lengths=None):
        h = torch.relu(self.conv(x))
        if lengths is None:
            return self.head(h.mean(dim=-1))
        mask = torch.arange(x.size(-1))[None, :] < x.size(-1)
        return self.head((h * mask[:, None]).sum(-1) / mask.sum(-1, keepdim=True))
""",
        },
        """\
# Tagger output for a clip depends on the other clips in the batch

The same clip gets other logits when it is padded next to a longer clip than when it is alone,
although I pass `lengths`. I would expect the padding not to matter.
""",
        (("< x.size(-1)", "< lengths[:, None]"),),
    ),
    Project(
        "sentences",
        {
            "mood.py": """\
import torch
from torch import nn

PAD = 0

class Mood(nn.Module):
    def __init__(self, vocab_size=50, dim=12, n_classes=3):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, n_classes)

    def forward(self, tokens):
        states, _ = self.rnn(self.embedding(tokens))
        lengths = (tokens != PAD).sum(dim=1)
        last = states[:, -1]
        return self.out(last)
""",
        },
        """\
Predictions change with batch composition

`Mood` scores a sentence differently on its own than in a batch with longer sentences. eval mode.
""",
        (("states[:, -1]", "states[torch.arange(len(tokens)), lengths - 1]"),),
    ),
    Project(
        "scans",
        {
            "scan/__init__.py": "",
            "scan/pooling.py": """\
import torch
from torch import nn

class Reader(nn.Module):
    def __init__(self, features=6, hidden=10):
        super().__init__()
        self.first = nn.Linear(features, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, mask):
        h = torch.tanh(self.first(x))
        weights = torch.ones_like(h[..., :1])
        return self.out((h * weights).sum(1) / weights.sum(1))
""",
            "scan/batching.py": """\
import torch

def collate(scans):
    lengths = torch.tensor([len(s) for s in scans])
    x = torch.zeros(len(scans), int(lengths.max()), 6)
    for i, s in enumerate(scans):
        x[i, : len(s)] = s
    mask = torch.arange(x.shape[1])[None, :] < lengths[:, None]
    return x, mask
""",
        },
        """\
## Reader not invariant to batching

Running scans one by one and running them as a batch give different numbers for the short ones.
""",
        (("torch.ones_like(h[..., :1])", "mask[..., None].float()"),),
    ),
    Project(
        "handed_on",
        {
            "voice/model.py": """\
from torch import nn

from voice.pooling import Attention

class Moods(nn.Module):
    def __init__(self, bands=10, width=8, moods=3):
        super().__init__()
        self.frames = nn.Sequential(nn.Linear(bands, width), nn.ReLU())
        self.pool = Attention(width)
        self.head = nn.Sequential(nn.BatchNorm1d(width), nn.Linear(width, moods))

    def embed(self, bands, lengths):
        return self.pool(self.frames(bands), lengths)

    def forward(self, bands, lengths):
        return self.head(self.embed(bands, lengths))
""",
            "voice/pooling.py": """\
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scores = nn.Linear(width, 1)

    def forward(self, x, lengths):
        mask = (torch.arange(x.shape[1])[None] < lengths[:, None]).unsqueeze(-1)
        weights = self.scores(x).softmax(dim=1) * mask
        return (weights * x).sum(dim=1)
""",
        },
        """\
#### Short utterances get other scores alone than in a batch

I think it is the BatchNorm, which mixes the examples of a batch. eval() is on.
""",
        (
            (
                "self.scores(x).softmax(dim=1) * mask",
                "self.scores(x).masked_fill(~mask, float('-inf')).softmax(dim=1)",
            ),
        ),
    ),
)
