"""Criteria of a writer beside the plainest reading of a report: the exception that it names."""

from __future__ import annotations

from seismograd.reproduce.candidate import Departure
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.sources import python_files
from seismograd.reproduce.criteria.checks.check import Check
from seismograd.reproduce.criteria.checks.endings import EndsWithSignal, RunsOutOfMemory
from seismograd.reproduce.criteria.checks.measured import Measured
from seismograd.reproduce.criteria.checks.output import Prints, Warns
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.criteria_selection import SURE

_FAILURES = (Raises, EndsWithSignal, RunsOutOfMemory, Prints, Warns)
_WHETHER_RAISED = "raised"
"""The measurement of a script that catches the exception by itself."""


def wider_than_reported(case: Case) -> tuple[Departure, ...]:
    """Where the report surely is about an exception, and a writer looks for something else.

    Users' own criteria are never doubted, and those of the report are what it says.
    """
    criteria = case.fingerprint.criteria
    is_of_writer = all(one.origin for one in criteria)
    if not is_of_writer or any(_is_failure(parse(one.check)) for one in criteria):
        return ()
    named = _exception_of(case)
    if named is None:
        return ()
    return (Departure(f"the report is about {named}, and no criterion looks for it", 1),)


def _is_failure(check: Check) -> bool:
    is_caught = isinstance(check, Measured) and check.measurement == _WHETHER_RAISED
    return is_caught or isinstance(check, _FAILURES)


def _exception_of(case: Case) -> str | None:
    found = derive(case.report, python_files(case.root))
    best = max(found, key=lambda one: one.confidence, default=None)
    if best is None or best.confidence < SURE:
        return None
    checks = (parse(one.check) for one in best.criteria)
    return next((one.exception for one in checks if isinstance(one, Raises)), None)
