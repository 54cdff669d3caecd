"""Realistic deep-learning source files of a wanted length: seeded, and no two parts alike."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from string import Template
from textwrap import dedent

HEADER = dedent('''\
    """Models, data and training for the experiments of this project."""

    from __future__ import annotations

    import argparse
    import json
    import math
    import os
    from dataclasses import dataclass, field

    import keras
    import numpy as np
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    from keras import layers
    from torch import optim
    from torch.utils.data import DataLoader, Dataset, TensorDataset

    SEED = $seed
    BASE_LR = $lr
    BATCH_SIZE = $batch
    DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    ''')

CONVNET = '''\
class $Name(nn.Module):
    """$adjective convolutional network for images of $side pixels."""

    def __init__(self, channels: int = $channels, classes: int = $classes) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, $w1, kernel_size=3, padding=1)
        self.bn1 = nn.BatchNorm2d($w1)
        self.conv2 = nn.Conv2d($w1, $w2, kernel_size=3, padding=1)
        self.bn2 = nn.BatchNorm2d($w2)
        self.pool = nn.MaxPool2d(2)
        self.dropout = nn.Dropout($drop)
        self.head = nn.Sequential(
            nn.Linear($w2, $hidden),
            nn.ReLU(),
            nn.Linear($hidden, classes),
        )

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.conv1(x))))
        x = self.pool(F.relu(self.bn2(self.conv2(x))))
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        return self.head(self.dropout(x))
'''
RECURRENT = """\
class $Name(nn.Module):
    def __init__(self, vocabulary: int, width: int = $w1, hidden: int = $hidden) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=0)
        self.rnn = nn.$cell(width, hidden, num_layers=$depth, batch_first=True)
        self.norm = nn.LayerNorm(hidden)
        self.out = nn.Linear(hidden, $classes)

    def forward(self, tokens, lengths=None):
        x = self.embedding(tokens)
        states, _ = self.rnn(x)
        if lengths is not None:
            last = states[torch.arange(len(lengths)), lengths - 1]
        else:
            last = states[:, -1]
        return self.out(self.norm(last))
"""
ENCODER = """\
class ${Name}Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, dropout=$drop, batch_first=True)
        self.norm2 = nn.LayerNorm(width)
        self.feed = nn.Sequential(
            nn.Linear(width, $mult * width), nn.GELU(), nn.Linear($mult * width, width)
        )

    def forward(self, x, mask=None):
        y = self.norm1(x)
        attended, _ = self.attention(y, y, y, key_padding_mask=mask, need_weights=False)
        x = x + attended
        return x + self.feed(self.norm2(x))


class $Name(nn.Module):
    def __init__(self, features: int = $channels, width: int = $heads * 16) -> None:
        super().__init__()
        self.project = nn.Linear(features, width)
        self.blocks = nn.ModuleList([${Name}Block(width, $heads) for _ in range($depth)])
        self.final = nn.LayerNorm(width)
        self.out = nn.Linear(width, $classes)

    def forward(self, x):
        x = self.project(x)
        for block in self.blocks:
            x = block(x)
        return self.out(self.final(x).mean(dim=1))
"""
TRAIN = '''\
def train_$name(model, loader, epochs: int = $epochs, lr: float = $lr):
    """Fit a classifier and return the mean loss of each epoch."""
    criterion = nn.CrossEntropyLoss(label_smoothing=$smooth)
    optimizer = optim.$optimiser(model.parameters(), lr=lr)
    scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    history = []
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for step, (inputs, labels) in enumerate(loader):
            inputs, labels = inputs.to(DEVICE), labels.to(DEVICE)
            optimizer.zero_grad()
            loss = criterion(model(inputs), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), max_norm=$clip)
            optimizer.step()
            total += loss.item()
            if step % $interval == 0:
                print(f"epoch {epoch} step {step}: {loss.item():.4f}")
        scheduler.step()
        history.append(total / max(len(loader), 1))
    return history
'''
EVALUATE = """\
@torch.no_grad()
def evaluate_$name(model, loader, top: int = $top):
    model.eval()
    right, seen, confusion = 0, 0, np.zeros(($classes, $classes), dtype=np.int64)
    for inputs, labels in loader:
        scores = model(inputs.to(DEVICE)).cpu()
        best = scores.topk(top, dim=1).indices
        right += (best == labels.unsqueeze(1)).any(dim=1).sum().item()
        seen += labels.numel()
        for wanted, given in zip(labels.tolist(), scores.argmax(dim=1).tolist()):
            confusion[wanted, given] += 1
    return {"accuracy": right / max(seen, 1), "confusion": confusion.tolist()}
"""
DATASET = '''\
class $Name(Dataset):
    """Windows of $window steps with a stride of $stride."""

    def __init__(self, path: str, split: str = "train") -> None:
        with np.load(os.path.join(path, f"{split}.npz")) as archive:
            self.values = archive["values"].astype(np.float32)
            self.labels = archive["labels"].astype(np.int64)
        self.mean = self.values.mean(axis=0)
        self.std = self.values.std(axis=0) + 1e-$small
        self.starts = range(0, len(self.values) - $window, $stride)

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: int):
        start = self.starts[index]
        window = (self.values[start : start + $window] - self.mean) / self.std
        return torch.from_numpy(window), int(self.labels[start + $window - 1])
'''
CONFIG = """\
@dataclass
class $Name:
    learning_rate: float = $lr
    batch_size: int = $batch
    epochs: int = $epochs
    dropout: float = $drop
    widths: list[int] = field(default_factory=lambda: [$w1, $w2, $hidden])

    @classmethod
    def from_file(cls, path: str) -> "$Name":
        with open(path) as file:
            return cls(**json.load(file))

    def describe(self) -> str:
        return ", ".join(f"{key}={value}" for key, value in vars(self).items())
"""
KERAS_MODEL = """\
def build_$name(input_shape=($side, $side, $channels), classes: int = $classes):
    inputs = keras.Input(shape=input_shape)
    x = layers.Rescaling(1.0 / 255)(inputs)
    for filters in ($w1, $w2):
        x = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
        x = layers.BatchNormalization()(x)
        x = layers.MaxPooling2D()(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dense($hidden, activation="relu")(x)
    x = layers.Dropout($drop)(x)
    outputs = layers.Dense(classes, activation="softmax")(x)
    model = keras.Model(inputs, outputs, name="$name")
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=$lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model
"""
SCHEDULE = '''\
def $name(step: int, warmup: int = $interval, total: int = $epochs * 1000) -> float:
    """Factor on the learning rate: a linear rise, then half a cosine."""
    if step < warmup:
        return (step + 1) / warmup
    progress = min((step - warmup) / max(total - warmup, 1), 1.0)
    return max($smooth, 0.5 * (1.0 + math.cos(math.pi * progress)))
'''
PLAIN = '''\
def summarise_$name(rows, key="$key", limit=$top):
    """The rows with the largest values, and how the rest is spread."""
    ordered = sorted(rows, key=lambda row: row[key], reverse=True)
    rest = [row[key] for row in ordered[limit:]]
    summary = {"best": ordered[:limit], "count": len(rest)}
    if rest:
        summary["mean"] = sum(rest) / len(rest)
        summary["spread"] = max(rest) - min(rest)
    return summary
'''
ENTRY = """\
def main_$name(arguments=None):
    parser = argparse.ArgumentParser(description="$adjective experiment")
    parser.add_argument("--lr", type=float, default=$lr)
    parser.add_argument("--epochs", type=int, default=$epochs)
    parser.add_argument("--batch-size", type=int, default=$batch)
    parser.add_argument("--out", default="runs/$name.json")
    options = parser.parse_args(arguments)
    torch.manual_seed(SEED)
    values = torch.randn($samples, $channels)
    labels = torch.randint(0, $classes, ($samples,))
    loader = DataLoader(
        TensorDataset(values, labels), batch_size=options.batch_size, shuffle=True
    )
    model = nn.Sequential(
        nn.Linear($channels, $hidden), nn.ReLU(), nn.Linear($hidden, $classes)
    ).to(DEVICE)
    optimizer = optim.Adam(model.parameters(), lr=options.lr)
    for epoch in range(options.epochs):
        model.train()
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(inputs.to(DEVICE)), targets.to(DEVICE))
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())
    torch.save(model.state_dict(), options.out)
"""
PARTS = (
    CONVNET, TRAIN, RECURRENT, EVALUATE, PLAIN, ENCODER, DATASET, CONFIG, KERAS_MODEL, SCHEDULE,
    ENTRY,
)  # fmt: skip
ADJECTIVES = ("Small", "Deep", "Wide", "Compact", "Strong", "Plain", "Residual", "Early", "Late")
NOUNS = ("Harbour", "Meadow", "Quarry", "Lantern", "Orchard", "Beacon", "Valley", "Anchor", "Ridge")


def generate(lines: int, seed: int) -> str:
    """A module of about this many lines."""
    draw = random.Random(seed)
    numbers = count(1)
    pieces = [Template(HEADER).substitute(_values(draw, next(numbers)))]
    length = pieces[0].count("\n")
    while length < lines:
        piece = Template(draw.choice(PARTS)).substitute(_values(draw, next(numbers)))
        pieces.append(piece)
        length += piece.count("\n") + 2
    return "\n\n".join(pieces)


def _values(draw: random.Random, number: int) -> dict[str, object]:
    adjective, noun = draw.choice(ADJECTIVES), draw.choice(NOUNS)
    pick: Callable[..., object] = lambda *options: draw.choice(options)  # noqa: E731
    return {
        "Name": f"{adjective}{noun}{number}",
        "name": f"{adjective.lower()}_{noun.lower()}_{number}",
        "adjective": adjective,
        "seed": draw.randrange(10_000),
        "lr": pick("1e-3", "3e-4", "0.001", "5e-4", "2e-4"),
        "batch": pick(16, 32, 64, 128),
        "epochs": draw.randrange(10, 90),
        "drop": pick(0.1, 0.2, 0.25, 0.3, 0.4),
        "w1": pick(16, 24, 32, 48),
        "w2": pick(64, 96, 128),
        "hidden": pick(64, 100, 128, 192, 256),
        "channels": pick(1, 3, 4, 8),
        "classes": draw.randrange(3, 40),
        "side": pick(28, 32, 64, 96),
        "cell": pick("LSTM", "GRU"),
        "depth": draw.randrange(1, 5),
        "heads": pick(2, 4, 8),
        "mult": pick(2, 3, 4),
        "optimiser": pick("Adam", "AdamW"),
        "smooth": pick(0.01, 0.05, 0.1),
        "clip": pick(0.5, 1.0, 2.0),
        "interval": draw.randrange(10, 200),
        "top": draw.randrange(1, 6),
        "window": draw.randrange(16, 200),
        "stride": draw.randrange(1, 16),
        "small": pick(6, 7, 8),
        "key": pick("score", "loss", "accuracy", "seconds"),
        "samples": draw.randrange(1000, 9000),
    }
