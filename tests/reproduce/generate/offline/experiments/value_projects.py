"""Small projects with a wrong metric or wrong data, each told in words, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

DICE = Project(
    "dice",
    {
        "scores.py": """\
import torch


def dice(prediction, target, smooth=1e-6):
    \"\"\"Overlap of two binary masks; the prediction is a probability.\"\"\"
    mask = (prediction > 0.5).float()
    shared = (mask * target).sum()
    return (shared + smooth) / (mask.sum() + target.sum() + smooth)
"""
    },
    "# Dice of identical masks is 0.5 instead of 1\n\n`dice` of a mask with itself.\n",
    (("(shared + smooth)", "(2 * shared + smooth)"),),
)
ACCURACY = Project(
    "accuracy",
    {
        "kit/__init__.py": "",
        "kit/metrics.py": """\
def accuracy(logits, labels):
    hits = (logits.argmax(dim=1) == labels).sum()
    return hits.item() / logits.numel()


def error_rate(logits, labels):
    return 1 - (logits.argmax(dim=1) == labels).float().mean().item()
""",
    },
    "# Accuracy of a perfect prediction is not 1\n\nIt is far below 1 with `accuracy`.\n",
    (("logits.numel()", "len(labels)"),),
)
MEAN_OF_MEANS = Project(
    "mean_of_means",
    {
        "meters.py": """\
class Accuracy:
    def __init__(self):
        self.reset()

    def reset(self):
        self.total, self.count = 0.0, 0

    def update(self, output, target):
        hits = (output.argmax(1) == target).float()
        self.total += hits.mean().item()
        self.count += 1

    def compute(self):
        return self.total / max(self.count, 1)
"""
    },
    "# Accuracy depends on the batch size\n\nThe `Accuracy` of the same predictions changes "
    "with the batch size when the last batch is smaller.\n",
    (("hits.mean()", "hits.sum()"), ("self.count += 1", "self.count += len(target)")),
)
EVALUATE = Project(
    "evaluate",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, width=8):\n        super().__init__()\n"
        "        self.body = nn.Linear(4, width)\n        self.head = nn.Linear(width, 2)\n\n"
        "    def forward(self, x):\n        return self.head(self.body(x).relu())\n",
        "training.py": """\
import torch
from torch.nn import functional as F


@torch.no_grad()
def evaluate(model, loader):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()
    return total / len(loader)
""",
    },
    "# Validation loss depends on the batch size\n\n`evaluate` gives another validation loss for "
    "every batch size.\n",
    (
        (
            ".item()\n    return total / len(loader)",
            " .item() * len(y)\n    return total / len(loader.dataset)",
        ),
    ),
)
RESET = Project(
    "reset",
    {
        "confusion.py": """\
import torch


class Recall:
    def __init__(self, num_classes=2):
        self.num_classes = num_classes
        self.hits = torch.zeros(num_classes)
        self.rows = torch.zeros(num_classes)

    def reset(self):
        self.rows = torch.zeros(self.num_classes)

    def add(self, predicted, actual):
        for row, column in zip(actual.tolist(), predicted.tolist()):
            self.rows[row] += 1
            self.hits[row] += row == column

    def value(self):
        return (self.hits / self.rows.clamp(min=1)).mean().item()
"""
    },
    "# Recall: reset() does not clear everything\n\nThe old values of the last epoch are still in "
    "the recall.\n",
    (
        (
            "    def reset(self):\n",
            "    def reset(self):\n        self.hits = torch.zeros(self.num_classes)\n",
        ),
    ),
)
RECALL = Project(
    "recall",
    {
        "ranking.py": """\
def hit_rate(scores, wanted, k=5):
    \"\"\"Share of the rows whose item is among the k best.\"\"\"
    best = scores.topk(k, dim=1).indices
    hits = (best == wanted[:, None]).any(dim=1)
    return hits.float().mean().item() / k
"""
    },
    "# hit rate decreases with larger k\n\nThe `hit_rate` must not fall with k.\n",
    ((" / k", ""),),
)
SYMMETRIC = Project(
    "symmetric",
    {
        "overlap.py": """\
def iou(first, second):
    \"\"\"Of two masks.\"\"\"
    first, second = first > 0.5, second > 0.5
    shared = (first & second).sum()
    return (shared / first.sum().clamp(min=1)).item()
"""
    },
    "# iou is not symmetric\n\nSwapping the two inputs of `iou` gives a different value.\n",
    (("first.sum()", "(first | second).sum()"),),
)
SPLIT = Project(
    "split",
    {
        "folds.py": """\
import torch


def train_val_split(dataset, share=0.2, seed=0):
    order = torch.randperm(len(dataset), generator=torch.Generator().manual_seed(seed)).tolist()
    cut = int(len(dataset) * (1 - share))
    return [dataset[i] for i in order[:cut]], [dataset[i] for i in order[cut - 2 :]]
"""
    },
    "# Train and validation share samples\n\n`train_val_split` puts some into both sets.\n",
    (("cut - 2 :", "cut:"),),
)
SPLIT_BY_NAME = Project(
    "split_by_name",
    {
        "parts.py": """\
import random


def make_splits(records, seed=0):
    records = list(records)
    rng = random.Random(seed)
    rng.shuffle(records)
    train = records[: len(records) // 2]
    rng.shuffle(records)
    return {"train": train, "test": records[len(records) // 2 :]}
"""
    },
    "# The test set overlaps with the training set\n\nSee `make_splits`.\n",
    (("    rng.shuffle(records)\n    return", "    return"),),
)
LAST_BATCH = Project(
    "last_batch",
    {
        "batches.py": """\
def iterate_batches(data, batch_size=4):
    for start in range(0, len(data) - batch_size + 1, batch_size):
        yield data[start : start + batch_size]
"""
    },
    "# The last batch is dropped\n\n`iterate_batches` drops the last samples.\n",
    (("len(data) - batch_size + 1", "len(data)"),),
)
SAME_ORDER = Project(
    "same_order",
    {
        "loading.py": """\
import random


class Loader:
    \"\"\"Gives the items of a data set in batches, in another order in every epoch.\"\"\"

    def __init__(self, dataset, batch_size=4, seed=0):
        self.dataset, self.batch_size = dataset, batch_size
        self.rng = random.Random(seed)
        self.order = list(range(len(dataset)))
        self.rng.shuffle(self.order)

    def __len__(self):
        return -(-len(self.order) // self.batch_size)

    def __iter__(self):
        for start in range(0, len(self.order), self.batch_size):
            yield [self.dataset[i] for i in self.order[start : start + self.batch_size]]
"""
    },
    "# Data is not shuffled again\n\nEvery epoch has the same order of samples with `Loader`.\n",
    (
        (
            "    def __iter__(self):\n",
            "    def __iter__(self):\n        self.rng.shuffle(self.order)\n",
        ),
    ),
)
AUGMENTED = Project(
    "augmented",
    {
        "tiles.py": """\
import torch
from torch.utils.data import Dataset


class Tiles(Dataset):
    def __init__(self, train=True, count=8):
        self.train = train
        self.images = torch.rand(count, 3, 8, 8, generator=torch.Generator().manual_seed(0))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        if torch.rand(()) < 0.5:
            image = image.flip(-1)
        return image
"""
    },
    "# Validation images are randomly flipped\n\nAugmentation is also applied to the validation "
    "set of `Tiles`.\n",
    (("if torch.rand(()) < 0.5", "if self.train and torch.rand(()) < 0.5"),),
)
ABOVE_ONE = Project(
    "above_one",
    {
        "hits.py": """\
class HitCounter:
    def __init__(self):
        self.hits = 0
        self.seen = 0

    def update(self, predicted, labels):
        self.hits += int((predicted == labels).sum())
        self.seen = len(labels)

    def accuracy(self):
        return self.hits / max(self.seen, 1)
"""
    },
    "# accuracy goes above 1\n\nWith several batches the accuracy of `HitCounter` is above 1.\n",
    (("self.seen = len(labels)", "self.seen += len(labels)"),),
)
FOLDS = Project(
    "folds",
    {
        "validation.py": """\
import numpy as np


def k_folds(samples, folds=4, seed=0):
    order = np.random.default_rng(seed).permutation(len(samples))
    for number in range(folds):
        held = order[number::folds]
        kept = order[order != held[0]]
        yield [samples[i] for i in kept], [samples[i] for i in held]
"""
    },
    "# Folds overlap\n\nIn `k_folds` the validation samples are also in the training set.\n",
    (("order[order != held[0]]", "np.setdiff1d(order, held)"),),
)
SHUFFLED = Project(
    "shuffled",
    {
        "arrays.py": """\
import torch


def shuffle_together(images, labels):
    return images[torch.randperm(len(images))], labels[torch.randperm(len(labels))]
"""
    },
    "# Labels do not match the images any more\n\nThey are mixed up by `shuffle_together`.\n",
    (
        (
            "    return images[torch.randperm(len(images))], labels[torch.randperm(len(labels))]",
            "    order = torch.randperm(len(images))\n    return images[order], labels[order]",
        ),
    ),
)
SHIFTED = Project(
    "shifted",
    {
        "pairs.py": """\
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.labels[index - 1]
"""
    },
    "# Labels are shifted by one\n\nThe labels of `Pairs` belong to the wrong image.\n",
    (("index - 1", "index"),),
)
METER = Project(
    "meter",
    {
        "logs.py": """\
class AverageMeter:
    def __init__(self):
        self.sum, self.count, self.avg = 0.0, 0, 0.0

    def update(self, value, n=1):
        self.sum += value
        self.count += 1
        self.avg = self.sum / self.count
"""
    },
    "# Averages are wrong\n\nThe last smaller batch has the same weight as a full one in the "
    "accuracy of `AverageMeter`.\n",
    (("self.sum += value", "self.sum += value * n"), ("self.count += 1", "self.count += n")),
)
OWN_LOADER = Project(
    "own_loader",
    {
        "model.py": "from torch import nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self, width=8):\n        super().__init__()\n"
        "        self.body = nn.Linear(4, width)\n        self.head = nn.Linear(width, 2)\n\n"
        "    def forward(self, x):\n        return self.head(self.body(x).relu())\n",
        "scoring.py": """\
import torch
from torch.utils.data import DataLoader


@torch.no_grad()
def accuracy(model, dataset, batch_size=32):
    shares = []
    for x, y in DataLoader(dataset, batch_size):
        shares += [(model(x).argmax(1) == y).float().mean()]
    return torch.stack(shares).mean().item()
""",
    },
    "# Accuracy depends on the batch size\n\nI get another accuracy for every batch size.\n",
    (
        ("== y).float().mean()]", "== y).float()]"),
        ("torch.stack(shares)", "torch.cat(shares)"),
    ),
)
MSE = Project(
    "mse",
    {
        "errors.py": """\
def rmse(prediction, target):
    return ((prediction - target) ** 2).mean().item()
"""
    },
    "# RMSE is wrong\n\nThe RMSE of `rmse` does not match sklearn, it is wrong.\n",
    ((".mean().item()", ".mean().sqrt().item()"),),
)
F1 = Project(
    "f1",
    {
        "binary.py": """\
def f1_score(probs, labels, threshold=0.5):
    found = probs > threshold
    hits = (found * labels).sum()
    return (hits / (found.sum() + labels.sum())).item()
"""
    },
    "# f1 score is too low\n\nThe F1 score is wrong, sklearn gives another one.\n",
    (("(hits /", "(2 * hits /"),),
)
ALWAYS_NOUGHT = Project(
    "always_nought",
    {
        "rates.py": """\
def accuracy(logits, labels):
    hits = int((logits.argmax(dim=-1) == labels).sum())
    return hits // len(labels)
"""
    },
    "# Accuracy is always 0\n\nWhatever the model predicts, the accuracy is always 0.\n",
    (("hits // len", "hits / len"),),
)
NO_LAST = Project(
    "no_last",
    {
        "iteration.py": """\
class BatchLoader:
    def __init__(self, items, batch_size=4):
        self.items, self.batch_size = items, batch_size

    def __len__(self):
        return len(self.items) // self.batch_size

    def __iter__(self):
        for number in range(len(self)):
            yield self.items[number * self.batch_size : (number + 1) * self.batch_size]
"""
    },
    "# 12 instead of 13 batches\n\nWith 100 samples and batch size 8 `BatchLoader` gives 12 "
    "instead of 13 batches.\n",
    (("len(self.items) // self.batch_size", "-(-len(self.items) // self.batch_size)"),),
)
ALL = (
    DICE, ACCURACY, MEAN_OF_MEANS, EVALUATE, RESET, RECALL, SYMMETRIC, SPLIT, SPLIT_BY_NAME,
    METER, OWN_LOADER, MSE, F1, FOLDS, SHUFFLED, SHIFTED, LAST_BATCH, SAME_ORDER, AUGMENTED,
    ABOVE_ONE, ALWAYS_NOUGHT, NO_LAST,
)  # fmt: skip
