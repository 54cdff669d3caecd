"""A patched project must come to the value that the report calls right."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.controls.patched_results import misses_right_value
from seismograd_sandbox.host.outcome import Ending


def _misses(report: str, value: object, name: str = "value") -> bool:
    case = Case(parse_report(report), Path(), Fingerprint((), "value"), ProjectView(Path()))
    seen = Observation(Ending.EXITED, 0, "", "", measured={name: value})
    return misses_right_value(case, seen) is not None


TOLD = "# Off\n\n`rmse(a, b)` returns 4.0 instead of 2.0.\n"
LISTED = "# Off\n\n`pad([5], 2)` returns [0, 5] instead of [5, 0].\n"


@pytest.mark.parametrize(
    ("report", "value", "misses"),
    [
        (TOLD, 2.0, False),
        (TOLD, 2.1, False),
        (TOLD, 3.0, True),
        (TOLD, -2.0, True),
        (LISTED, [5, 0], False),
        (LISTED, [0, 0], True),
        (LISTED, [5], True),
        ("# Off\n\nrmse returns nonsense.\n", 17.0, False),
    ],
)
def test_only_the_right_value_will_do(report: str, value: object, misses: bool) -> None:
    assert _misses(report, value) is misses


def test_what_else_is_measured_is_not_looked_at() -> None:
    assert not _misses(TOLD, 3.0, name="loss_first")
