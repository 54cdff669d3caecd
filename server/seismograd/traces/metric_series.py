"""Metrics by epoch, told by the framework or printed by the script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from seismograd.traces.history import RunHistory
from seismograd.traces.metric_names import MEANS_OF_CLASSES, METRICS, words_of
from seismograd.traces.printed_metrics import PrintedSeries

HELD_OUT = ("validation", "test")
ACCURACY = re.compile(r"(?<![a-z])acc(uracy)?(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MetricSeries:
    name: str
    values: tuple[float, ...]
    best: float
    """The highest value that it can have."""
    held_out: bool = False


def loss_pairs(history: RunHistory) -> list[tuple[float, float]]:
    """Training and validation loss of each epoch; empty where they are not known."""
    told = [
        (epoch.metrics["loss"], epoch.metrics["val_loss"])
        for epoch in history.epochs
        if {"loss", "val_loss"} <= epoch.metrics.keys()
    ]
    return told or _printed_pairs(history)


def metric_series(history: RunHistory) -> Iterator[MetricSeries]:
    """Those that are printed, but for losses."""
    for name, series in history.printed.items():
        words = words_of(name)
        if words & METRICS and not series.is_counter and "loss" not in words and series.values:
            best = 100.0 if series.percent or max(series.values) > 1.0 else 1.0
            yield MetricSeries(name, series.values, best, series.split in HELD_OUT)


def held_out_accuracies(history: RunHistory) -> list[float]:
    """Of data that was held out, by epoch."""
    printed = [
        [value / one.best for value in one.values]
        for one in metric_series(history)
        if one.held_out and ACCURACY.search(one.name) and not words_of(one.name) & MEANS_OF_CLASSES
    ]
    told = [epoch.metrics.get("val_accuracy") for epoch in history.epochs]
    return printed[0] if printed else [one for one in told if one is not None]


def _printed_pairs(history: RunHistory) -> list[tuple[float, float]]:
    losses = [one for name, one in history.printed.items() if "loss" in name.lower()]
    held_out = [one for one in losses if one.split in HELD_OUT]
    if not held_out:
        return []
    validation = min(held_out, key=lambda one: HELD_OUT.index(one.split or ""))
    train = [one for one in losses if one.split not in HELD_OUT and one.lines == validation.lines]
    values = train[0].values if train else _by_stretch(history, validation)
    return list(zip(values, validation.values, strict=True)) if values else []


def _by_stretch(history: RunHistory, series: PrintedSeries) -> Sequence[float]:
    """The measured training loss, in as many stretches of steps as there are values."""
    losses, count = [point.value for point in history.losses], len(series.values)
    if len(losses) < count or series.count != count:
        return ()
    ends = [len(losses) * at // count for at in range(count + 1)]
    return [fmean(losses[first:last]) for first, last in pairwise(ends)]
