"""Small projects whose splits part what belongs together, or whose samplers repeat or lose."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

SPEAKER_RECORDS = Project(
    "speaker-records",
    {
        "corpus/__init__.py": "",
        "corpus/manifest.py": """\
import random


def train_test_split(records, share=0.25, seed=0):
    '''Two lists of records; nobody is heard in both.'''
    speakers = sorted({record["speaker"] for record in records})
    chance = random.Random(seed)
    held = set(chance.sample(speakers, max(1, int(share * len(speakers)))))
    records = sorted(records, key=lambda record: record["path"])
    cut = int(len(records) * (1 - share))
    chance.shuffle(records)
    return records[:cut], records[cut:]
""",
    },
    "# Speaker leak\n\nThe same speakers are in the train and in the test set after "
    "`train_test_split`, so the word error rate is far too low.\n",
    (
        (
            "    return records[:cut], records[cut:]",
            "    train = [record for record in records if record['speaker'] not in held]\n"
            "    return train, [record for record in records if record['speaker'] in held]",
        ),
    ),
)
FILE_NAMES = Project(
    "file-names",
    {
        "prepare.py": """\
import random


def split_files(files, val_share=0.2, test_share=0.2, seed=0):
    '''train, val and test files; all files of one subject (the part before _) stay together.'''
    files = sorted(files)
    subjects = sorted({name.split("_")[0] for name in files})
    random.Random(seed).shuffle(subjects)
    n_val, n_test = int(val_share * len(subjects)), int(test_share * len(subjects))
    val = subjects[: n_val + 1]
    test = subjects[n_val : n_val + n_test]
    train = subjects[n_val + n_test :]
    return {
        part: [name for name in files if name.split("_")[0] in chosen]
        for part, chosen in (("train", train), ("val", val), ("test", test))
    }
""",
    },
    "Val and test overlap\n\nOne subject is in both val and test, its files are listed twice.\n",
    (("val = subjects[: n_val + 1]", "val = subjects[:n_val]"),),
)
SPLITTER_CLASS = Project(
    "splitter-class",
    {
        "cv.py": """\
import numpy as np


class GroupFolds:
    '''Like KFold, but rows of one group are never on both sides.'''

    def __init__(self, n_splits=4, seed=0):
        self.n_splits = n_splits
        self.seed = seed

    def split(self, x, groups):
        groups = np.asarray(groups)
        unique = np.unique(groups)
        np.random.default_rng(self.seed).shuffle(unique)
        for chunk in np.array_split(np.arange(len(groups)), self.n_splits):
            held = np.isin(np.arange(len(groups)), chunk)
            yield np.flatnonzero(~held), np.flatnonzero(held)
""",
    },
    "# GroupFolds ignores the groups\n\nThe same groups are in the training and in the validation "
    "part of a fold.\n",
    (
        (
            "np.array_split(np.arange(len(groups)), self.n_splits):\n"
            "            held = np.isin(np.arange(len(groups)), chunk)",
            "np.array_split(unique, self.n_splits):\n            held = np.isin(groups, chunk)",
        ),
    ),
)
TOKEN_BATCHES = Project(
    "token-batches",
    {
        "samplers.py": """\
class TokenBatches:
    '''Batches with at most so many tokens; long and short sentences are not mixed.'''

    def __init__(self, sizes, max_tokens=200):
        self.sizes = sizes
        self.max_tokens = max_tokens

    def __iter__(self):
        batch, longest = [], 0
        for index in sorted(range(len(self.sizes)), key=lambda one: self.sizes[one]):
            longest = max(longest, self.sizes[index])
            if batch and longest * (len(batch) + 1) > self.max_tokens:
                yield batch
                batch, longest = [], 0
                continue
            batch.append(index)
        if batch:
            yield batch
""",
    },
    "# TokenBatches loses sentences\n\nSome sentences are never seen: the index that opens a new "
    "batch is left out.\n",
    (
        (
            "                batch, longest = [], 0\n                continue\n",
            "                batch, longest = [], self.sizes[index]\n",
        ),
    ),
)
BUCKETS = Project(
    "buckets",
    {
        "speech/__init__.py": "",
        "speech/batching.py": """\
import torch
from torch.utils.data import Sampler


class DurationSampler(Sampler):
    def __init__(self, dataset, durations, batch_size, generator=None):
        self.durations = torch.as_tensor(durations)
        self.batch_size = batch_size
        self.generator = generator

    def __iter__(self):
        order = self.durations.argsort()
        full = len(order) // self.batch_size
        starts = torch.randperm(full + 1, generator=self.generator) * self.batch_size
        for start in starts.tolist():
            yield order[max(0, min(start, len(order) - self.batch_size)) :][
                : self.batch_size
            ].tolist()

    def __len__(self):
        return -(-len(self.durations) // self.batch_size)
""",
        "train.py": """\
from speech.batching import DurationSampler


def main(dataset, durations):
    return DurationSampler(dataset, durations, batch_size=16)
""",
    },
    "# Clips come more than once\n\nWith `DurationSampler` a few clips come twice in an epoch.\n",
    (
        (
            "order[max(0, min(start, len(order) - self.batch_size)) :][\n"
            "                : self.batch_size\n            ].tolist()",
            "order[start : start + self.batch_size].tolist()",
        ),
    ),
)
BY_INTENT = Project(
    "by-intent",
    {
        "samplers.py": """\
import random


class BalancedSampler:
    '''Rare lengths are drawn again until all are balanced.'''

    def __init__(self, lengths, batch_size=8):
        self.lengths = lengths
        self.batch_size = batch_size

    def __iter__(self):
        order = list(range(len(self.lengths)))
        order += random.choices(order, k=len(order))
        for start in range(0, len(order), self.batch_size):
            yield order[start : start + self.batch_size]
""",
        "splits.py": """\
import random


def stratified_split(labels, share=0.5, seed=0):
    '''Rows of every label in both parts.'''
    rows = {}
    for row, label in enumerate(labels):
        rows.setdefault(label, []).append(row)
    train, held = [], []
    for members in rows.values():
        random.Random(seed).shuffle(members)
        cut = int(len(members) * share)
        train += members[:cut]
        held += members[cut:]
    return train, held


def split_patients(patients, share=0.5):
    '''Two lists of patients.'''
    cut = int(len(patients) * share)
    return patients[:cut], patients[cut:]
""",
    },
    "",
    (),
)
"""Nothing is wrong here, whatever is reported."""

ALL = (SPEAKER_RECORDS, FILE_NAMES, SPLITTER_CLASS, TOKEN_BATCHES, BUCKETS)
