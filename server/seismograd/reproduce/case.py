"""A bug report, the project it is about, and the oracle: what every generator works from.

And whoever wants to know how it goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.report.bug_report import BugReport


@dataclass(frozen=True, slots=True)
class Case:
    report: BugReport
    root: Path
    """The project at the commit of the report: the user's checkout, or a worktree of it."""
    fingerprint: Fingerprint
    project: ProjectView
    fixed: Path | None = None
    """The project where the bug is gone, if that is known."""
    plan: Plan | None = None
    environment: str = ""
    """Where scripts run, in words."""


class Listener(Protocol):
    """Is told from the thread that works; must be quick and must not raise."""

    def stage(self, words: str) -> None: ...
    def criteria(self, fingerprint: Fingerprint) -> None: ...
    def plan(self, plan: Plan) -> None: ...
    def attempt(self, attempt: Attempt) -> None: ...
