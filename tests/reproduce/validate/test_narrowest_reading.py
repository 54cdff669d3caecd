"""What a report names is looked for, whoever settles the criteria."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.narrowest_reading import wider_than_reported

CRASH = """# Sampling crashes for some numbers of steps

5 and 10 are fine, 21 gives `IndexError: index out of range in self`, and 57 is bad too.
"""
SILENT = """# Samples of 57 steps are bad

Their spread is 4.0, for all other numbers of steps it is 1.0.
"""
BY_AGENT = 'by an agent, from "57 is bad too"'


def found(root: Path, report: str, check: str, origin: str = BY_AGENT) -> list[str]:
    criteria = Fingerprint((Criterion("m1", "it is bad", "", check, origin),), "value")
    case = Case(parse_report(report), root, criteria, ProjectView(root, ()))
    return [one.what for one in wider_than_reported(case)]


def test_another_symptom_than_the_exception_is_another_bug(tmp_path: Path) -> None:
    (what,) = found(tmp_path, CRASH, 'measured("spread", ">", 2)')
    assert "IndexError" in what


@pytest.mark.parametrize(
    "check",
    [
        'raises("IndexError", "out of range")',
        'prints("IndexError")',
        'measured("raised", "==", True)',
    ],
)
def test_any_way_to_see_the_exception_will_do(tmp_path: Path, check: str) -> None:
    assert found(tmp_path, CRASH, check) == []


def test_reports_of_values_are_about_values(tmp_path: Path) -> None:
    assert found(tmp_path, SILENT, 'measured("spread", ">", 2)') == []


def test_criteria_of_users_are_not_doubted(tmp_path: Path) -> None:
    assert found(tmp_path, CRASH, 'measured("spread", ">", 2)', origin="") == []
