"""A mishap ends one row of ideas, and no other."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from seismograd.reproduce.mishaps import unbroken


def breaking() -> Iterator[int]:
    yield 1
    raise ValueError("no node")


def test_what_came_before_a_mishap_is_kept_and_the_mishap_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(unbroken(breaking, breaking)) == [1]
    assert "test_mishaps.breaking broke off: ValueError: no node" in caplog.text


def test_what_breaks_before_its_first_idea_is_no_idea() -> None:
    def nothing() -> Iterator[int]:
        raise KeyError("size")

    assert list(unbroken(nothing, nothing)) == []
