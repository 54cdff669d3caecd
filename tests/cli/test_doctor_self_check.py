from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seismograd.cli import doctor_self_check
from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import told
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, expect_equal
from tests.cli.conftest import Outcome, Project


def fine(ground: Ground) -> None:
    """Numbers can be multiplied."""
    expect_equal(told(ground.session, "print(6 * 7)"), 42, "product")


def wrong(ground: Ground) -> None:
    """Numbers are multiplied wrongly."""
    expect_equal(told(ground.session, "print(6 * 7)"), 54, "product")


def walled(ground: Ground) -> None:
    """Nobody can be reached."""


def impossible(ground: Ground) -> None:
    """Pigs fly."""
    raise CannotBeTried("there are no pigs here")


@pytest.fixture
def theme(monkeypatch: pytest.MonkeyPatch) -> Theme:
    """The only checks there are."""
    theme = Theme("arithmetic")
    monkeypatch.setattr(doctor_self_check, "all_checks", lambda: tuple(theme.checks))
    theme.check()(fine)
    return theme


def _self_check(project: Project, *words: str) -> Outcome:
    return project.run(
        "doctor", "--self-check", "--sandbox", "process", "--python", sys.executable, *words
    )


def test_all_that_passed_is_success(project: Project, theme: Theme) -> None:
    outcome = _self_check(project)
    assert outcome.status == 0
    assert outcome.out.splitlines() == [
        "1 checks of the sandbox process",
        "arithmetic",
        "  passed             fine",
        "1 passed",
    ]


def test_what_failed_is_told_with_what_was_seen(project: Project, theme: Theme) -> None:
    theme.check()(wrong)
    outcome = _self_check(project)
    assert outcome.status == 1
    assert "  failed             wrong" in outcome.out
    assert "should hold: Numbers are multiplied wrongly." in outcome.out
    assert "was seen: product: 42 instead of 54" in outcome.out
    assert outcome.out.endswith("1 passed, 1 failed\n")


def test_what_is_not_promised_or_not_tried_is_no_failure(project: Project, theme: Theme) -> None:
    theme.check(needs=Promise.NO_NETWORK)(walled)
    theme.check()(impossible)
    outcome = _self_check(project)
    assert outcome.status == 0
    assert "  not promised       walled (no network)" in outcome.out
    assert "  could not be tried impossible (there are no pigs here)" in outcome.out


def test_programs_get_every_result(project: Project, theme: Theme) -> None:
    theme.check()(wrong)
    theme.check(needs=Promise.NO_NETWORK)(walled)
    outcome = _self_check(project, "--format", "json")
    assert outcome.status == 1
    told = outcome.json
    assert (told["version"], told["sandbox"], told["passed_over"]) == (1, "process", [])
    assert told["counts"] == {
        "passed": 1,
        "failed": 1,
        "not promised": 1,
        "could not be tried": 0,
    }
    assert [check["verdict"] for check in told["checks"]] == ["passed", "failed", "not promised"]
    failed = told["checks"][1]
    assert failed["name"] == "wrong"
    assert failed["theme"] == "arithmetic"
    assert failed["needs"] is None
    assert failed["seen"] == "product: 42 instead of 54"


def test_a_sandbox_that_cannot_be_used_is_an_error(
    project: Project, theme: Theme, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/no-engine.sock")
    outcome = project.run("doctor", "--self-check", "--sandbox", "docker")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("seismograd: the sandbox cannot be used: ")
    assert len(outcome.err.splitlines()) == 1


def test_an_interpreter_that_is_not_there_is_an_error(project: Project, theme: Theme) -> None:
    outcome = project.run("doctor", "--self-check", "--python", "no/such/python")
    assert outcome.status == 2
    assert "no/such/python" in outcome.err


def test_why_stronger_sandboxes_were_passed_over_is_said(
    project: Project, theme: Theme, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/no-engine.sock")
    outcome = project.run("doctor", "--self-check", "--format", "json")
    assert "seismograd: not docker: " in outcome.err
    assert outcome.json["passed_over"][0]["name"] == "docker"
    assert outcome.json["passed_over"][0]["remedy"]
