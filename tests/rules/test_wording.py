"""What findings say where one rule has several things to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules import fixture_cases as fixtures


def message(code: str, line: int) -> str:
    case = fixtures.Case(code, Path(fixtures.FIXTURES, code, "faulty.py"))
    found = fixtures.check(case, fixtures.only_this_rule(code))
    (said,) = [finding.message for finding in found if finding.span.start.line == line]
    return said


@pytest.mark.parametrize(
    ("line", "said"),
    [(16, "is never called"), (33, "only outside this loop"), (53, "only outside this loop")],
)
def test_emptied_gradients_of_another_run_do_not_count(line: int, said: str) -> None:
    assert said in message("SG201", line)


@pytest.mark.parametrize(
    ("line", "said"), [(14, "only silences the error"), (23, "raises an error")]
)
def test_setting_the_flag_is_refused_where_the_method_is_not(line: int, said: str) -> None:
    assert said in message("SG716", line)
