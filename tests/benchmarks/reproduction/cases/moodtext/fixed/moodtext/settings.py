"""Settings: the defaults, then the JSON file of the experiment, then what is given by hand."""

import copy
import json
from pathlib import Path

DEFAULTS = {
    "seed": 0,
    "epochs": 5,
    "batch_size": 16,
    "model": {"buckets": 512, "width": 32, "dropout": 0.3, "pooling": "mean"},
    "optimizer": {"name": "adamw", "lr": 1e-3, "weight_decay": 0.05, "betas": [0.9, 0.98]},
}


def merge(base, changes):
    """`base` with `changes` on top; neither is modified."""
    merged = copy.deepcopy(base)
    for key, value in changes.items():
        if key not in base:
            raise KeyError(f"unknown setting: {key}")
        if isinstance(value, dict) and isinstance(base[key], dict):
            merged[key] = merge(base[key], value)
        else:
            merged[key] = copy.deepcopy(value)
    return merged


def load_settings(path=None, **by_hand):
    settings = copy.deepcopy(DEFAULTS)
    if path is not None:
        settings = merge(settings, json.loads(Path(path).read_text()))
    return merge(settings, by_hand)
