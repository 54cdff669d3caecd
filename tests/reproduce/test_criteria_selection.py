from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seismograd.llm.errors import Cancelled
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria_selection import select_criteria
from seismograd.reproduce.report.bug_report import BugReport


def fingerprint(name: str, confidence: float = 0.9) -> Fingerprint:
    return Fingerprint((Criterion("c1", name, "", "loss_is_nan()"),), name, confidence)


class Reader:
    """An provider."""

    def __init__(self, own: Fingerprint | None, objection: str = "") -> None:
        self.own = own
        self.objection = objection
        self.needs = ""
        self.asked: list[str] = []
        self.is_stopped = False

    def criteria(
        self, case: Case, found: Sequence[Fingerprint], objection: str
    ) -> Fingerprint | None:
        if self.is_stopped:
            raise Cancelled
        assert not case.fingerprint.criteria
        self.asked.append(objection)
        return self.own


def names(found: list[Fingerprint], provider: Reader) -> list[str]:
    def case_of(one: Fingerprint) -> Case:
        return Case(BugReport("x", "x"), Path(), one, ProjectView(Path()))

    return [one.symptom for one in select_criteria(found, provider, case_of)]


def test_criteria_that_the_report_makes_sure_of_are_not_asked_for() -> None:
    provider = Reader(fingerprint("own"))
    assert names([fingerprint("a"), fingerprint("b", 0.6)], provider) == ["a", "b"]
    assert provider.asked == []


def test_of_two_that_are_as_likely_somebody_is_asked_first() -> None:
    provider = Reader(fingerprint("own"))
    assert names([fingerprint("a", 0.61), fingerprint("b", 0.58)], provider) == ["own", "a", "b"]


def test_where_there_are_none_or_doubtful_ones_somebody_is_asked_first() -> None:
    provider = Reader(fingerprint("own"))
    assert names([], provider) == ["own"]
    assert names([fingerprint("a", 0.3)], provider) == ["own", "a"]
    assert names([], Reader(None)) == []


def test_an_objection_leads_to_other_criteria_twice_at_most() -> None:
    provider = Reader(fingerprint("own"), "they contradict the report")
    found = [fingerprint("a"), fingerprint("b", 0.6)]
    assert names(found, provider) == ["a", "b", "own", "own"]
    assert provider.asked == ["they contradict the report"] * 2


def test_whoever_settled_them_may_object_as_well() -> None:
    provider = Reader(fingerprint("own"), "they were too strict")
    assert names([], provider) == ["own", "own"]
    assert provider.asked == ["", "they were too strict"]


def test_whoever_is_stopped_while_asking_has_no_criteria() -> None:
    provider = Reader(fingerprint("own"))
    provider.is_stopped = True
    assert names([], provider) == []
