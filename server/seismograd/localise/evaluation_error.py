"""How badly a run does on data that it was not trained on, as one number: lower is better."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from seismograd.localise.trial_losses import evaluation_loss
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_names import ERRORS, SHARES, words_of
from seismograd.traces.printed_metrics import PrintedSeries

HELD_OUT = ("validation", "test")


def evaluation_error(history: RunHistory) -> float:
    """The loss of the last evaluation; else what else is told or printed of such data; or infinite.

    A number that names itself an accuracy, and one from 0 to 1 that has risen, count as what is
    missing to 1.
    """
    loss = evaluation_loss(history)
    if math.isfinite(loss):
        return loss
    within = _loss_within_fit(history)
    if math.isfinite(within):
        return within
    measured = [_error(name, [value]) for name, value in _last_metrics(history).items()]
    printed = [_error(one.name, _values(one)) for one in _held_out(history)]
    found = (one for one in (*measured, *printed) if one is not None and math.isfinite(one))
    return next(found, math.inf)


def _loss_within_fit(history: RunHistory) -> float:
    """Keras evaluates after each epoch, and tells it with that."""
    told = history.epochs[-1].metrics if history.epochs else {}
    return told.get("val_loss", math.inf)


def missed_share(history: RunHistory) -> float:
    """What is missing to 1 of the first accuracy of the evaluation; infinite where none is told."""
    named = {
        **{series.name: _values(series) for series in _held_out(history)},
        **{name: [value] for name, value in _last_metrics(history).items()},
    }
    found = (1 - values[-1] for name, values in named.items() if _is_share(name, values))
    return next(found, math.inf)


def _is_share(name: str, values: Sequence[float]) -> bool:
    return bool(words_of(name) & SHARES) and all(0 <= one <= 1 for one in values)


def _last_metrics(history: RunHistory) -> Mapping[str, float]:
    told = [one.metrics for one in history.evaluations if one.metrics]
    return told[-1] if told else {}


def _held_out(history: RunHistory) -> list[PrintedSeries]:
    series = (one for one in history.printed.values() if one.split in HELD_OUT)
    return [one for one in series if not one.is_counter]


def _values(series: PrintedSeries) -> list[float]:
    return [one / 100 for one in series.values] if series.percent else list(series.values)


def _error(name: str, values: Sequence[float]) -> float | None:
    words, last = words_of(name), values[-1]
    if words & ERRORS:
        return last
    is_share = all(0 <= one <= 1 for one in values)
    is_known = bool(words & SHARES) or last > values[0]
    return 1 - last if is_share and is_known else None
