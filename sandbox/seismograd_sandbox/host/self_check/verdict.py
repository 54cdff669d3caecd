"""What came of a check, and the exceptions by which a check says it."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_PROMISED = "not promised"
    NOT_TRIED = "could not be tried"


class NotAsExpected(Exception):
    """The sandbox did something else than it should; the message says what was seen."""


class CannotBeTried(Exception):
    """This machine lacks what the check needs; the message says what that is."""


def expect(condition: object, seen: str) -> None:
    if not condition:
        fail(seen)


def expect_equal(seen: object, wanted: object, of: str) -> None:
    expect(seen == wanted, f"{of}: {_short(seen)} instead of {_short(wanted)}")


def fail(seen: str) -> NoReturn:
    raise NotAsExpected(seen)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:199]}…"
