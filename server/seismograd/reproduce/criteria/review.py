"""Criteria held against the report by a second reader, before any script is tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.bug_report import BugReport

MOST_REFUSALS = 2
"""Readers may be wrong as well: whoever insists goes on, and the result says what is doubted."""
Objections = Mapping[str, str]
"""Why a criterion does not follow from the report, by the ids of the criteria."""


class Reviewer(Protocol):
    def objections(self, report: BugReport, fingerprint: Fingerprint) -> Objections:
        """Of those only that do not follow from the words of the report."""
        ...


class CriteriaRefused(Exception):
    """The message says which criteria do not follow from the report, and why."""


class Review:
    """Of the criteria of one case, one set after the other."""

    def __init__(self, reviewer: Reviewer | None) -> None:
        self._reviewer = reviewer
        self._refusals = 0

    def passed(self, report: BugReport, fingerprint: Fingerprint) -> Fingerprint:
        """With their doubts marked; raises `CriteriaRefused`, a few times at most."""
        if self._reviewer is None:
            return fingerprint
        objections = self._reviewer.objections(report, fingerprint)
        if objections and self._refusals < MOST_REFUSALS:
            self._refusals += 1
            raise CriteriaRefused(_sentence(objections))
        return _marked(fingerprint, objections)


def _marked(fingerprint: Fingerprint, objections: Objections) -> Fingerprint:
    criteria = (replace(one, doubt=objections.get(one.id, "")) for one in fingerprint.criteria)
    return replace(fingerprint, criteria=tuple(criteria))


def _sentence(objections: Objections) -> str:
    said = "; ".join(f'{name} ("{why}")' for name, why in objections.items())
    return f"By a second reader, these criteria do not follow from the report: {said}."
