"""How large a gain must be to count."""

from __future__ import annotations

import pytest

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.verification.relevance import least_gain


@pytest.mark.parametrize(
    ("name", "direction", "baseline", "least"),
    [
        ("val_accuracy", "max", [0.5, 0.5], 0.05),
        ("val_accuracy", "max", [50.0, 50.0], 5.0),
        ("val_mse", "min", [2.0, 4.0], 0.3),
        ("valid_r2", "max", [-99.0, -99.0], 10.0),
        ("valid_r2", "max", [0.5, 0.5], 0.05),
        ("reward", "max", [1.0, 1.0], 0.0),
        ("val_accuracy", "max", [None, None], 0.0),
    ],
)
def test_a_tenth_of_the_way_to_the_best(
    name: str, direction: str, baseline: list[float | None], least: float
) -> None:
    objective = Objective(name, Direction(direction), Origin.PRINTED)
    assert least_gain(objective, baseline, is_healthy=False) == pytest.approx(least)
