"""Tracebacks that a worker process handed to the main process: two printed ones are one failure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seismograd.reproduce.report.bug_report import ReportedTraceback
from seismograd.reproduce.report.tracebacks.find import Found

_CAUGHT = re.compile(r"Caught (\w{1,80}) in (?:DataLoader worker|pin memory thread|replica)")
_MOST_BETWEEN = 5
"""Lines from the one to the other: the sentence of a chain has blank lines around it."""


def with_worker_errors(found: Sequence[Found]) -> list[Found]:
    """The same, where those of a worker and of who was told of it are one: both their frames."""
    merged: list[Found] = []
    for one in found:
        whole = _merged(merged[-1], one) if merged else None
        if whole is None:
            merged.append(one)
        else:
            merged[-1] = whole
    return merged


def _merged(first: Found, second: Found) -> Found | None:
    if second.first - first.last > _MOST_BETWEEN:
        return None
    worker = _worker_and_main(first.traceback, second.traceback)
    if worker is None:
        return None
    inner, outer = worker
    whole = ReportedTraceback((*outer.frames, *inner.frames), inner.exception, inner.message)
    return Found(whole, first.first, second.last)


def _worker_and_main(
    first: ReportedTraceback, second: ReportedTraceback
) -> tuple[ReportedTraceback, ReportedTraceback] | None:
    """None where they are two failures."""
    if _CAUGHT.search(first.message) and second.exception:
        return second, first
    same = (first.exception, first.message) == (second.exception, second.message)
    if same and first.exception and first.frames and second.frames:
        return first, second
    return None
