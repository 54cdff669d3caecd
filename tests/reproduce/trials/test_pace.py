"""Limits on a machine that is busy."""

from __future__ import annotations

import pytest

from seismograd.reproduce.trials.warmth import MOST_PATIENT, USUAL_S, Pace


def test_a_limit_is_never_shorter_and_grows_with_what_nothing_takes() -> None:
    pace = Pace()
    assert not pace.is_known
    assert pace.stretched(20.0) == 20.0
    pace.note(USUAL_S / 2)
    assert pace.stretched(20.0) == 20.0
    pace.note(3 * USUAL_S)
    assert pace.stretched(20.0) == pytest.approx(60.0)
    pace.note(100 * USUAL_S)
    assert pace.stretched(20.0) == 20.0 * MOST_PATIENT


def test_an_old_delay_is_forgotten() -> None:
    pace = Pace()
    for seconds in (4 * USUAL_S, USUAL_S, USUAL_S, USUAL_S):
        pace.note(seconds)
    assert pace.stretched(20.0) == 20.0
