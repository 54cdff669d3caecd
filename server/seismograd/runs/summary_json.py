"""The summary of a run as plain data for JSON; numbers it does not have are strings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from seismograd.runs.failure import Failure
from seismograd.runs.summary import RunSummary
from seismograd.traces import LossSummary, plain
from seismograd.traces.curve import Point
from seismograd.traces.events import Event

VERSION = 1
_ELSEWHERE = ("version", "written", "owner", "state", "peak_memory_bytes")


def summary_as_dict(summary: RunSummary, *, with_curve: bool = False) -> dict[str, Any]:
    told = summary.told
    found = {
        "version": VERSION,
        "run": _run(summary),
        "steps": told.steps,
        "loss": _loss(told.loss),
        "lr": plain(told.learning_rate.last),
        "grad_norm": plain(told.gradient_norm.last),
        "epochs": [_event(epoch, "epoch", "metrics") for epoch in told.epochs],
        "exception": _failure(summary.failure),
        "alarms": [_event(a, "alarm", "step", "layer", "place") for a in told.alarms],
        "warnings": [_event(w, "category", "message", "place") for w in told.warnings],
        "peak_memory_bytes": summary.peak_memory_bytes,
        "cuda_peak_memory_bytes": summary.cuda_peak_bytes,
        "overhead": plain(told.overhead.share) if told.overhead else None,
        "files": list(summary.record.written),
    }
    return {**found, "curve": curve_columns(told.loss.points)} if with_curve else found


def curve_columns(points: Sequence[Point]) -> dict[str, list[Any]]:
    """In columns, as plots want it; a gap where there was no finite number."""
    return {
        "step": [point.step for point in points],
        "loss": [point.value if math.isfinite(point.value) else None for point in points],
    }


def _run(summary: RunSummary) -> dict[str, Any]:
    record, folder = summary.record, summary.folder
    about = {name: value for name, value in record.as_dict().items() if name not in _ELSEWHERE}
    return {
        **about,
        "outcome": record.state.value,
        "path": str(folder.path),
        "trace": str(folder.trace),
    }


def _loss(loss: LossSummary) -> dict[str, Any]:
    return {
        "first": plain(loss.first.value if loss.first else None),
        "best": plain(loss.best.value if loss.best else None),
        "best_step": loss.best.step if loss.best else None,
        "last": plain(loss.last.value if loss.last else None),
    }


def _event(event: Event, *names: str) -> dict[str, Any]:
    return {name: plain(getattr(event, name)) for name in names}


def _failure(failure: Failure | None) -> dict[str, Any] | None:
    if failure is None:
        return None
    return {
        "type": failure.type,
        "message": failure.message,
        "place": {"file": failure.file, "line": failure.line} if failure.file else None,
        "function": failure.function,
        "text": failure.text,
    }
