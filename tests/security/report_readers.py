"""All that reads the text of a report before anything of a project is looked at."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.reproduce.criteria.derive.clauses import clauses_of
from seismograd.reproduce.criteria.derive.contrast import contrasts_in
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.derive.families.shown import complaints
from seismograd.reproduce.criteria.derive.reading import scope_of
from seismograd.reproduce.criteria.needs import reported_needs
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commands import commands_in
from seismograd.reproduce.report.inline_code import code_of_prose, code_of_steps
from seismograd.reproduce.report.literals import numbers_in
from seismograd.reproduce.report.values.shown import shown_in_prose

READERS: tuple[Callable[[BugReport], object], ...] = (
    code_of_prose,
    code_of_steps,
    commands_in,
    numbers_in,
    shown_in_prose,
    clauses_of,
    lambda report: contrasts_in(report, clauses_of(report)),
    scope_of,
    complaints,
    lambda report: list(reported_needs(report)),
    derive,
)


def read_all(report: BugReport) -> None:
    """Let every reader look at a report."""
    for reader in READERS:
        reader(report)
