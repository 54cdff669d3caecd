"""The order of tries."""

from __future__ import annotations

from seismograd.repair.search.turns import by_turns, likely_first


def test_by_turns() -> None:
    assert [*by_turns(["ab", "x", "123"])] == ["a", "x", "1", "b", "2", "3"]


def test_what_is_likely_has_more_turns() -> None:
    assert [*likely_first(["abcd", "xy", "12"])] == ["a", "b", "x", "c", "1", "d", "y", "2"]


def test_one_list_stays_as_it_is() -> None:
    assert [*likely_first(["abc"])] == ["a", "b", "c"]
