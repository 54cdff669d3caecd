"""With and without the probe: the same results to the bit, the same output, the same randomness."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.keras.watching import PROGRAMS, Run, plain, watched

NAMES = sorted(path.name for path in PROGRAMS.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_a_program_does_the_same_while_it_is_watched(name: str, tmp_path: Path) -> None:
    expected = plain(name, tmp_path)
    seen = watched(name, tmp_path)
    _compare(expected, seen)
    assert seen.all("trouble") == []
    assert seen.all("overhead")


@pytest.mark.parametrize("name", ["sequential.py", "gan.py", "custom_loop.py"])
def test_a_thinned_schedule_changes_nothing_either(name: str, tmp_path: Path) -> None:
    _compare(plain(name, tmp_path), watched(name, tmp_path, probes="auto", budget=0.01))


def _compare(expected: Run, seen: Run) -> None:
    assert seen.output == expected.output
    assert seen.weights == expected.weights
    assert repr(seen.history) == repr(expected.history)
    assert seen.randomness == expected.randomness
