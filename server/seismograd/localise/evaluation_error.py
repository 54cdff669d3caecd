"""How badly a run does on data that it was not trained on, as one number: lower is better."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from seismograd.localise.trial_losses import evaluation_loss
from seismograd.traces.history import RunHistory
from seismograd.traces.printed_metrics import PrintedSeries

SHARES = frozenset({"acc", "accuracy", "f1", "auc", "precision", "recall", "iou", "dice", "hits"})
ERRORS = frozenset({"loss", "error", "err", "mse", "rmse", "mae", "nll", "perplexity", "ppl"})
HELD_OUT = ("validation", "test")


def evaluation_error(history: RunHistory) -> float:
    """The loss of the last evaluation; else what the script printed of such data; else infinite.

    A number that names itself an accuracy, and one from 0 to 1 that has risen, count as what is
    missing to 1.
    """
    loss = evaluation_loss(history)
    if math.isfinite(loss):
        return loss
    measured = [_of_metrics(one.metrics) for one in history.evaluations if one.metrics]
    series = [one for one in history.printed.values() if one.split in HELD_OUT]
    printed = [_of_series(one) for one in series if not one.is_counter]
    found = [one for one in (*measured[-1:], *printed) if one is not None and math.isfinite(one)]
    return found[0] if found else math.inf


def _of_metrics(metrics: object) -> float | None:
    known = metrics.items() if isinstance(metrics, dict) else ()
    return next((found for name, value in known if (found := _error(name, [value]))), None)


def _of_series(series: PrintedSeries) -> float | None:
    values = [one / 100 for one in series.values] if series.percent else list(series.values)
    return _error(series.name, values)


def _error(name: str, values: Sequence[float]) -> float | None:
    words = set(re.split(r"[^a-z0-9]+", name.lower()))
    last = values[-1]
    if words & ERRORS:
        return last
    is_share = all(0 <= one <= 1 for one in values)
    is_known = bool(words & SHARES) or last > values[0]
    return 1 - last if is_share and is_known else None
