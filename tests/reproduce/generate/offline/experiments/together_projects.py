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
ALL = (SENTENCES, SIGNALS)
