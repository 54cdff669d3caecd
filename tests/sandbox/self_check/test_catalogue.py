"""The checks find out a sandbox that keeps nothing of what it promises, and do no harm by it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check import decoys
from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.check import Check
from seismograd_sandbox.host.self_check.page import page
from seismograd_sandbox.host.self_check.runner import SelfCheck
from seismograd_sandbox.host.self_check.verdict import Verdict
from tests.sandbox.self_check.boaster import Boaster

CHECKS = {check.name: check for check in all_checks()}
LEAKS = [
    "abstract-sockets-cannot-be-reached",
    "data-shown-cannot-be-changed",
    "datagrams-do-not-leave",
    "files-of-others-cannot-be-read",
    "files-outside-cannot-be-changed",
    "floods-of-output-are-bounded",
    "home-cannot-be-read",
    "home-is-a-private-folder",
    "keys-cannot-be-read",
    "links-in-the-project-give-nothing-away",
    "links-that-lead-out-are-not-read",
    "neighbours-of-the-project-cannot-be-read",
    "nothing-is-written-outside",
    "only-the-loopback-is-there",
    "other-processes-cannot-be-seen",
    "other-processes-cannot-be-signalled",
    "project-cannot-be-changed",
    "runs-end-with-their-owner",
    "secrets-are-absent",
    "temporary-files-work",
    "there-is-no-way-out",
    "this-machine-cannot-be-reached",
    "unix-sockets-outside-cannot-be-reached",
    "written-files-are-listed",
]


def test_there_are_enough_and_each_is_named_once() -> None:
    assert len(all_checks()) == len(CHECKS) >= 45


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.name)
def test_each_says_what_holds(check: Check) -> None:
    assert check.sentence.endswith(".")
    assert 0 < check.most_s <= 120


def test_every_promise_is_tried() -> None:
    assert {check.needs for check in all_checks()} == {None, *Promise}


def test_proofs_come_before_what_rests_on_them() -> None:
    order = list(CHECKS)
    for check in all_checks():
        assert all(order.index(proof) < order.index(check.name) for proof in check.after)


def test_the_page_of_all_checks_is_current() -> None:
    stored = Path(__file__).parents[3] / "docs" / "self-check.md"
    assert stored.read_text("utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name: str) -> None:
    if sys.platform == "win32":
        pytest.skip("the leaks are those of Unix")
    result = SelfCheck(Boaster(), all_checks(), Path(sys.executable)).result(CHECKS[name])
    assert result.verdict is Verdict.FAILED
    assert result.seen


def test_nothing_is_left_of_the_decoys(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []

    def make(*given: Any, **named: Any) -> str:
        made.append(Path(mkdtemp(*given, **named)))
        return str(made[-1])

    monkeypatch.setattr(decoys.tempfile, "mkdtemp", make)
    before = dict(os.environ)
    self_check = SelfCheck(Boaster(), all_checks(), Path(sys.executable))
    for name in ("secrets-are-absent", "home-cannot-be-read", "files-outside-cannot-be-changed"):
        assert self_check.result(CHECKS[name]).verdict is Verdict.FAILED
    assert dict(os.environ) == before
    assert len(made) > 2
    assert not any(folder.exists() for folder in made)
