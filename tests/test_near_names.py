"""Guesses at misspelt names."""

from __future__ import annotations

from seismograd.near_names import nearest


def test_finds_the_closest_whatever_its_capitals() -> None:
    assert nearest("sg01", ["SG101", "BATCH"]) == "SG101"


def test_finds_nothing_where_nothing_is_close() -> None:
    assert nearest("exclude", ["SG101", "ignore-file"]) is None
    assert nearest("anything", []) is None
