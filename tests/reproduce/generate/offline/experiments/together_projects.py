"""Small projects whose answer for one text or signal depends on the others beside it."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

SENTENCES = Project(
    "sentences",
    {
        "embedder.py": """\
import torch
from torch import nn


class SentenceEncoder(nn.Module):
    def __init__(self, buckets=50, width=8):
        super().__init__()
        self.buckets = buckets
        self.table = nn.Embedding(buckets, width)

    def encode(self, sentences):
        rows = [[1 + len(word) % (self.buckets - 1) for word in one.split()] for one in sentences]
        longest = max(map(len, rows))
        ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
        return self.table(ids).mean(dim=1)
"""
    },
    "# encode depends on the other sentences\n\nThe embedding of a sentence is not the same alone "
    "and together with a longer sentence.\n",
    (
        (
            "        return self.table(ids).mean(dim=1)",
            "        kept = (ids > 0).unsqueeze(-1)\n"
            "        return (self.table(ids) * kept).sum(dim=1) / kept.sum(dim=1)",
        ),
    ),
)
SIGNALS = Project(
    "signals",
    {
        "audio/__init__.py": "",
        "audio/net.py": """\
import torch
from torch import nn


class Loudness(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.conv = nn.Conv1d(1, channels, 5)

    def forward(self, waves):
        return self.conv(waves.unsqueeze(1)).relu().mean(dim=-1)
""",
        "audio/api.py": """\
import torch


@torch.no_grad()
def classify_clips(model, clips):
    model.eval()
    batch = torch.nn.utils.rnn.pad_sequence(clips, batch_first=True)
    return list(model(batch))
""",
    },
    "Result of a clip changes with the other clips\n\n`classify_clips` gives different scores "
    "for a "
    "clip in a batch with longer clips than for the clip alone.\n",
    (
        (
            "    batch = torch.nn.utils.rnn.pad_sequence(clips, batch_first=True)\n"
            "    return list(model(batch))",
            "    return [model(clip.unsqueeze(0))[0] for clip in clips]",
        ),
    ),
)
PROVERBS = Project(
    "proverbs",
    {
        "letters.py": """\
import torch

PROVERBS = ("time flies", "no pain no gain at all", "a rolling stone gathers no moss")
KINDS = ("short", "long")


def table(lines):
    longest = max(map(len, lines))
    return torch.tensor([[ord(c) % 31 + 1 for c in one.ljust(longest, "`")] for one in lines])
""",
        "surprise.py": """\
import torch
from torch import nn
from torch.nn import functional as F

from letters import PROVERBS, table


class Letters(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.embedding = nn.Embedding(40, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, 40)

    def forward(self, ids):
        return self.out(self.rnn(self.embedding(ids))[0])


@torch.no_grad()
def surprise(model, sayings):
    ids = table(sayings)
    losses = F.cross_entropy(model(ids[:, :-1]).mT, ids[:, 1:], reduction="none")
    return losses.mean(dim=1).tolist()


if __name__ == "__main__":
    print(surprise(Letters(), PROVERBS))
""",
    },
    "surprise() of a proverb depends on its neighbours\n\nIt should not depend on which other "
    "proverbs are in the list.\n",
    (
        (
            "    return losses.mean(dim=1).tolist()",
            "    lengths = [len(one) - 1 for one in sayings]\n"
            "    return [row[:end].mean().item() for row, end in zip(losses, lengths)]",
        ),
    ),
)
ANNOTATED = Project(
    "annotated",
    {
        "mood.py": """\
import torch
from torch import nn


class Mood(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.table = nn.Embedding(64, width)
        self.out = nn.Linear(width, 2)

    def forward(self, ids):
        return self.out(self.table(ids).mean(dim=1))


def moods(model: nn.Module, tweets: list[str]) -> torch.Tensor:
    rows = [torch.tensor([len(word) for word in one.split()]) for one in tweets]
    ids = nn.utils.rnn.pad_sequence(rows, batch_first=True)
    return model(ids).softmax(dim=-1)
""",
    },
    "# The mood of a tweet changes with the other tweets in the list\n\n`moods(model, tweets)` "
    "says something else for a tweet if there is a longer one.\n",
    (
        (
            "    return model(ids).softmax(dim=-1)",
            "    return torch.cat([model(row[None]) for row in rows]).softmax(dim=-1)",
        ),
    ),
)
ALL = (SENTENCES, SIGNALS, PROVERBS, ANNOTATED)
