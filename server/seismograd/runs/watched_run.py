"""A run that is over, and what it takes to run it again."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.runs.plan import Plan
from seismograd.runs.summary import RunSummary
from seismograd_sandbox.host.selection import Choice


@dataclass(frozen=True, slots=True)
class WatchedRun:
    summary: RunSummary
    plan: Plan
    choice: Choice
