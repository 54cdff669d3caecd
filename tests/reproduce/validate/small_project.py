"""A small project without frameworks, its view, and a case about it."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import (
    Parameter,
    ProjectView,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.report.bug_report import BugReport

ARITHMETIC = """\
from math import floor


def halve(number, rounding=None):
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2
"""
ODD = Criterion(
    "c1", "ValueError about an odd number", "in halve", 'raises("ValueError", "is odd")'
)


def view(root: Path) -> ProjectView:
    parameters = (Parameter("number"), Parameter("rounding", "None"))
    halve = Symbol(
        "arithmetic", "halve", SymbolKind.FUNCTION, "arithmetic.py", 4, 7, parameters=parameters
    )
    return ProjectView(root, (halve,))


def case(root: Path, *criteria: Criterion) -> Case:
    (root / "arithmetic.py").write_text(ARITHMETIC)
    report = BugReport("halve(3) fails", "And halve(8) is too small.", names=("halve",))
    return Case(report, root, Fingerprint(criteria or (ODD,), "crash"), view(root))
