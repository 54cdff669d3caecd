"""A training that ended itself is judged by its values; crashes and cut output are failures."""

from __future__ import annotations

import math

import pytest

from seismograd.runs.trial_failure import has_failed, why_failed
from seismograd.traces.events import End, Raised
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.outcome import Captured, Ending, Outcome
from tests.traces.symptoms.made_histories import history

LIMITS = Limits(wall_s=10, output_bytes=2 * MIB)
STATUS_3 = Outcome(Ending.EXITED, exit_code=3)


def ended(made: RunHistory, outcome: str = "exited", code: int = 3) -> RunHistory:
    made.end = End(outcome=outcome, exit_code=code)
    return made


def test_a_training_that_ends_with_another_status_is_none_that_failed() -> None:
    assert not has_failed(STATUS_3, ended(history()))


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(ended(RunHistory()), id="nothing trained"),
        pytest.param(ended(history(), "failed"), id="an exception"),
        pytest.param(history([]), id="no end in the trace"),
        pytest.param(ended(history([1.0, 2.0, math.nan])), id="gives up on NaN"),
    ],
)
def test_other_ends_with_a_status_are_failures(made: RunHistory) -> None:
    if made.end is not None and made.end.outcome == "failed":
        made.raised = Raised(type="ValueError")
    assert has_failed(STATUS_3, made)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (
            Outcome(Ending.OUTPUT_LIMIT),
            "more than 2 MiB; print less, or allow more MiB with --limit",
        ),
        (Outcome(Ending.EXITED, 0, stdout=Captured(b"", dropped=3)), "--limit output=N"),
        (Outcome(Ending.WALL_LIMIT), "it took longer than 10 s"),
        (Outcome(Ending.SIGNALLED, signal=11), "segmentation fault"),
    ],
)
def test_failures_without_an_exception_have_a_reason(outcome: Outcome, words: str) -> None:
    made = history()
    assert has_failed(outcome, made)
    assert words in why_failed(outcome, made, LIMITS)


def test_a_script_that_ends_before_it_trains_is_told_with_its_status() -> None:
    assert "status 3" in why_failed(STATUS_3, ended(RunHistory()), LIMITS)


def test_what_was_stopped_has_not_failed() -> None:
    assert not has_failed(Outcome(Ending.CANCELLED), RunHistory())
