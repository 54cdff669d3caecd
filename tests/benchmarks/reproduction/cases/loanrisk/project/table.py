"""Loans from a CSV file."""

import csv

import torch
from torch.utils.data import DataLoader, TensorDataset, random_split

NUMBERS = ("income", "amount", "age", "late_payments")


def read_loans(path):
    """Features (rows, 4), scaled, and labels (rows,): 1 for a default."""
    rows = []
    labels = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            rows.append([float(row[name]) for name in NUMBERS])
            labels.append(float(row["defaulted"]))
    features = torch.tensor(rows)
    spread = features.std(dim=0).clamp(min=1e-6)
    return (features - features.mean(dim=0)) / spread, torch.tensor(labels)


def loaders(path, batch_size, held_out=0.25):
    features, labels = read_loans(path)
    everything = TensorDataset(features, labels)
    held = int(len(everything) * held_out)
    split = torch.Generator().manual_seed(0)
    train, validation = random_split(everything, [len(everything) - held, held], split)
    return (
        DataLoader(train, batch_size, shuffle=True, drop_last=True),
        DataLoader(validation, batch_size),
    )
