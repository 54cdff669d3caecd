"""Criteria that a second reader refuses, doubts or lets pass."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.review import CriteriaRefused, Objections, Review
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.validate.script_reviewer import doubted_criteria

REPORT = BugReport("It fails", "It fails with a ValueError.")
CRITERIA = Fingerprint(
    (
        Criterion("m1", "it fails", "always", 'raises("ValueError")'),
        Criterion("m2", "it hangs", "always", "hangs()"),
    ),
    "crash",
)
WHY = "the report says nothing of hanging"


class Reader:
    """Objects as often as it is told."""

    def __init__(self, times: int) -> None:
        self._left = times

    def objections(self, report: BugReport, fingerprint: Fingerprint) -> Objections:
        self._left -= 1
        return {"m2": WHY} if self._left >= 0 else {}


def test_without_a_reader_all_criteria_pass() -> None:
    assert Review(None).passed(REPORT, CRITERIA) is CRITERIA


def test_what_nobody_doubts_passes_unmarked() -> None:
    assert Review(Reader(0)).passed(REPORT, CRITERIA) == CRITERIA


def test_an_objection_refuses_with_its_reason() -> None:
    review = Review(Reader(1))
    with pytest.raises(CriteriaRefused, match=WHY) as refused:
        review.passed(REPORT, CRITERIA)
    assert "m2" in str(refused.value)
    assert "m1" not in str(refused.value)
    assert doubted_criteria(review.passed(REPORT, CRITERIA)) == ()


def test_after_two_refusals_the_doubt_goes_with_the_criterion() -> None:
    review = Review(Reader(3))
    for _ in range(2):
        with pytest.raises(CriteriaRefused):
            review.passed(REPORT, CRITERIA)
    passed = review.passed(REPORT, CRITERIA)
    assert [one.doubt for one in passed.criteria] == ["", WHY]
    (departure,) = doubted_criteria(passed)
    assert departure.is_decisive
    assert "criterion m2" in departure.what
    assert WHY in departure.what
