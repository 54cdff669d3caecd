"""Fingerprints against runs."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.judging import fired, judge, judge_all
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.criteria.observations import ended, raised


def _fingerprint(*checks: str) -> Fingerprint:
    criteria = (Criterion(f"c{n}", f"fact {n}", "", check) for n, check in enumerate(checks, 1))
    return Fingerprint(tuple(criteria), "crash")


def test_all_criteria_must_pass() -> None:
    crash = _fingerprint('raises("KeyError")', 'raised_in("data.py")')
    right = judge_all(crash, raised("KeyError", "'x'", ("data.py", "load")))
    wrong = judge_all(crash, raised("KeyError", "'x'", ("other.py", "load")))
    assert right.passed
    assert right.distance == 0
    assert right.feedback == ""
    assert not wrong.passed
    assert wrong.distance == pytest.approx(0.5)
    assert wrong.feedback == "c2 (fact 2): data.py was never entered; raised in other.py"


def test_nothing_meets_a_fingerprint_without_criteria() -> None:
    judgement = judge_all(Fingerprint((), "crash"), raised("KeyError"))
    assert not judgement.passed
    assert judgement.distance == 1


def test_a_check_that_cannot_be_read_fails_with_the_reason() -> None:
    verdict = judge(Criterion("c1", "", "", "rises('x')"), ended())
    assert not verdict.passed
    assert "did you mean 'raises'?" in verdict.why


def test_a_run_fires_by_the_contract_or_as_a_check_demands() -> None:
    hung = ended(Ending.WALL_LIMIT, exit_code=None)
    assert fired(_fingerprint("times_out()"), hung)
    assert not fired(_fingerprint('raises("KeyError")'), hung)
    assert fired(_fingerprint('raises("KeyError")'), raised("KeyError"))
