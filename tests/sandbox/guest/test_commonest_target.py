"""The value that most targets have."""

from __future__ import annotations

import numpy as np

from seismograd_sandbox.guest.fingerprint import Fingerprint


def told(*batches: list[float]) -> dict[str, float] | None:
    seen = Fingerprint()
    for targets in batches:
        seen.add(np.zeros((len(targets), 3)), np.array(targets))
    found: dict[str, float] | None = seen.fields().get("commonest")
    return found


def test_the_value_of_most_targets_is_told_with_the_distance_of_all() -> None:
    first, second = [0.0] * 6 + [1.5, 2.5], [0.0] * 7 + [4.0]
    assert told(first, second) == {"value": 0.0, "share": 13 / 16, "distance": 0.5}


def test_nothing_is_told_of_measured_values_and_of_missing_ones() -> None:
    assert told([0.0] * 3 + [1.5, 2.5, 3.5, 4.5, 5.5]) is None
    assert told([0.0] * 7 + [float("nan")]) is None
