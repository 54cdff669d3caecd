"""What is listed for a training that fails for no reason that anything names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seismograd.faults import Severity
from seismograd.localise.belief import Belief
from seismograd.localise.diagnosis import Cause, Diagnosis, diagnose
from seismograd.localise.remaining_causes import (
    LEAST,
    SHORT_LIST,
    add_remaining_causes,
    without_guesses,
)
from seismograd.localise.source_lines import SourceLines
from tests.localise.test_investigation import FLAT, ROOT, SOURCE, falling, run_of

BELIEF = Belief(
    {"inputs-and-labels": 0.5, "too-few-updates": 0.4, "momentum": 0.2, "kept-gradients": 0.15,
     "unscaled-inputs": 0.001, "something-else": 1.0}
)  # fmt: skip


def found(losses: list[float]) -> Diagnosis:
    run = run_of(losses)
    return diagnose(run, [], SourceLines(Path(ROOT), run, None, lambda file: SOURCE))


def names(diagnosis: Diagnosis) -> list[str]:
    return [cause.finding.name for cause in diagnosis.causes]


def test_the_likeliest_causes_are_hints_with_their_chances() -> None:
    listed = add_remaining_causes(found(FLAT), BELIEF)
    assert names(listed) == ["inputs-and-labels", "too-few-updates", "momentum"]
    assert {cause.finding.severity for cause in listed.causes} == {Severity.INFO}
    assert [cause.finding.confidence for cause in listed.causes] == [0.22, 0.18, 0.09]
    assert "does not fall" in listed.causes[0].finding.evidence[0].summary


def test_a_cause_that_is_as_good_as_ruled_out_is_not_listed() -> None:
    few = Belief({"unscaled-inputs": LEAST / 2, "something-else": 1.0})
    assert not add_remaining_causes(found(FLAT), few).causes


def test_a_training_that_works_has_no_guesses() -> None:
    assert not add_remaining_causes(found(falling()), BELIEF).causes


def test_beside_a_warning_nothing_is_guessed() -> None:
    first = add_remaining_causes(found(FLAT), BELIEF).causes[0].finding
    warning = replace(first, severity=Severity.WARNING)
    known = replace(found(FLAT), causes=(Cause(warning),))
    assert add_remaining_causes(known, BELIEF) == known


def test_guesses_fill_a_short_list_and_are_told_from_the_rest() -> None:
    first = add_remaining_causes(found(FLAT), BELIEF).causes[0]
    named = replace(found(FLAT), causes=(Cause(first.finding),))
    listed = add_remaining_causes(named, BELIEF)
    assert len(listed.causes) == SHORT_LIST
    assert [cause.is_guess for cause in listed.causes] == [False, True, True]
    assert without_guesses(listed).causes == named.causes
