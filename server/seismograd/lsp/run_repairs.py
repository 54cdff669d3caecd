"""Quick fixes for the causes that a diagnosis has found."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Finding
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastRun
from seismograd.lsp.repairs import Repair, fixes_of

KEY = "run:"


def diagnosed_run(ls: SeismogradServer, path: str) -> LastRun | None:
    """The last run with a diagnosis that still holds for a file."""
    last = ls.last_runs.about(path)
    return last if last and last.diagnosis and not last.is_stale else None


def run_repairs_of(ls: SeismogradServer, path: str) -> Iterator[tuple[Repair, Finding]]:
    """Every offer for a cause that stands in a file."""
    last = diagnosed_run(ls, path)
    for cause in last.diagnosis.causes if last and last.diagnosis else ():
        if cause.finding.span.file == path:
            for repair in fixes_of(cause.finding, KEY):
                yield repair, cause.finding
