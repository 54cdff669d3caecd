"""A short look, the same in every run; `make fuzz` looks for an hour."""

from __future__ import annotations

import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.security.bounded import bounded
from tests.security.fuzz.targets import TARGETS, Failure, Target, read_watched

EXAMPLES = 25


@pytest.mark.parametrize("name", TARGETS)
def test_reading_ends_and_raises_nothing(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
    @given(target.inputs())
    def look(raw: bytes) -> None:
        with bounded():
            read_watched(target, raw)

    look()


def test_a_failure_that_is_only_logged_is_noticed() -> None:
    failing = Target(lambda: st.just(b""), lambda _: logging.getLogger("a.b").error("failed"))
    with pytest.raises(Failure):
        read_watched(failing, b"")
