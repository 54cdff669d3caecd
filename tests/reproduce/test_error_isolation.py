"""A error ends one row of ideas, and no other."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from seismograd.reproduce.error_isolation import log_and_stop_on_error


def breaking() -> Iterator[int]:
    yield 1
    raise ValueError("no node")


def test_what_came_before_a_error_is_kept_and_the_error_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(log_and_stop_on_error(breaking, breaking)) == [1]
    assert "test_error_isolation.breaking broke off: ValueError: no node" in caplog.text


def test_what_breaks_before_its_first_idea_is_no_idea() -> None:
    def nothing() -> Iterator[int]:
        raise KeyError("size")

    assert list(log_and_stop_on_error(nothing, nothing)) == []
