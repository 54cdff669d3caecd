"""How long a repair will take."""

from __future__ import annotations

from seismograd.repair.estimate import estimate
from seismograd.repair.options import RepairOptions


def test_a_search_that_takes_hours_is_announced() -> None:
    told = estimate(3600.0, RepairOptions()) or ""
    assert told.endswith("take about 44.0 hours, one after the other; --seconds S ends earlier")


def test_seconds_that_do_not_suffice_are_announced() -> None:
    told = estimate(6.0, RepairOptions(seconds=40.0), left_s=30.0) or ""
    assert "about 4 minutes" in told
    limit = "--seconds 40 leaves time for about 5 of them, and a repair needs at least 14"
    assert told.endswith(limit)


def test_a_short_search_is_not_announced() -> None:
    assert estimate(1.0, RepairOptions()) is None
    assert estimate(1.0, RepairOptions(seconds=90.0), left_s=88.0) is None
