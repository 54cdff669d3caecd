from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import Obstacle, Promise, SandboxUnusable
from seismograd_sandbox.host.self_check.check import Body, Check, Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.runner import Result, SelfCheck
from seismograd_sandbox.host.self_check.scripts import run, told
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, Verdict, expect_equal
from tests.sandbox.self_check.boaster import Boaster


def one(body: Body, **options: object) -> Check:
    theme = Theme("of a test")
    theme.check(**options)(body)  # type: ignore[arg-type]
    return theme.checks[0]


def result_of(*checks: Check, sandbox: Boaster | None = None) -> Result:
    """Of the last one; the others are there for it."""
    return SelfCheck(sandbox or Boaster(), checks, Path(sys.executable)).result(checks[-1])


def fine(ground: Ground) -> None:
    """All is well."""
    expect_equal(told(ground.session, "print(6 * 7)"), 42, "the answer")


def wrong(ground: Ground) -> None:
    """Something is not."""
    expect_equal(told(ground.session, "print(6 * 9)"), 42, "the answer")


def test_a_check_is_named_and_described_by_its_function() -> None:
    check = one(fine)
    assert (check.name, check.theme, check.sentence) == ("fine", "of a test", "All is well.")


def test_what_holds_passes() -> None:
    assert result_of(one(fine)).verdict is Verdict.PASSED


def test_what_was_seen_instead_is_told() -> None:
    result = result_of(one(wrong))
    assert (result.verdict, result.seen) == (Verdict.FAILED, "the answer: 54 instead of 42")


def test_what_is_not_promised_is_not_tried() -> None:
    check = one(wrong, needs=Promise.NO_NETWORK)
    result = result_of(check, sandbox=Boaster(promises=frozenset()))
    assert (result.verdict, result.seen) == (Verdict.NOT_PROMISED, "no network")


def test_what_this_machine_lacks_is_told() -> None:
    def needs_more(ground: Ground) -> None:
        raise CannotBeTried("there is no GPU")

    result = result_of(one(needs_more))
    assert (result.verdict, result.seen) == (Verdict.NOT_TRIED, "there is no GPU")


@pytest.mark.parametrize(("proof", "verdict"), [(fine, "passed"), (wrong, "could not be tried")])
def test_dangerous_checks_wait_for_their_proof(proof: Body, verdict: str) -> None:
    tried = []

    def dangerous(ground: Ground) -> None:
        tried.append(True)

    assert result_of(one(proof), one(dangerous, after=(proof,))).verdict == verdict
    assert bool(tried) == (verdict == "passed")


def test_a_check_that_hangs_fails_in_time() -> None:
    release = threading.Event()

    def hangs(ground: Ground) -> None:
        release.wait(30)

    started = time.monotonic()
    threading.Timer(0.5, release.set).start()
    result = result_of(one(hangs, most_s=0.2))
    assert (result.verdict, result.seen) == (Verdict.FAILED, "it was not over after 0.2 s")
    assert time.monotonic() - started < 10


def test_a_sandbox_that_does_not_start_fails() -> None:
    def refuse() -> None:
        raise SandboxUnusable(Obstacle("no engine", "start one"))

    result = result_of(one(fine), sandbox=Boaster(before_opening=refuse))
    assert result.verdict is Verdict.FAILED
    assert "no engine; start one" in result.seen


def test_an_error_of_the_sandbox_fails_one_check_only() -> None:
    def breaks(ground: Ground) -> None:
        raise ZeroDivisionError("of the sandbox")

    checks = [one(breaks), one(fine)]
    seen: list[Result] = []
    results = SelfCheck(Boaster(), checks, Path(sys.executable)).run(seen.append)
    assert [result.verdict for result in results] == [Verdict.FAILED, Verdict.PASSED]
    assert seen == results
    assert results[0].seen == "ZeroDivisionError: of the sandbox"


def test_a_script_that_fails_is_told_with_its_last_words() -> None:
    def fails(ground: Ground) -> None:
        told(ground.session, "raise RuntimeError('inside')")

    assert result_of(one(fails)).seen == "exited 1 (RuntimeError: inside) instead of exit code 0"


def test_the_ground_is_gone_afterwards() -> None:
    places: list[Path] = []

    def leaves(ground: Ground) -> None:
        run(ground.session, "open('left', 'w')")
        places.extend((ground.folder, Path(ground.session.project)))

    assert result_of(one(leaves)).verdict is Verdict.PASSED
    assert not any(place.exists() for place in places)


def test_a_check_is_tried_once() -> None:
    tried = []

    def counts(ground: Ground) -> None:
        tried.append(True)

    check = one(counts)
    self_check = SelfCheck(Boaster(), [check], Path(sys.executable))
    assert self_check.result(check) is self_check.result(replace(check))
    assert tried == [True]
