"""How large a gain must be to count."""

from __future__ import annotations

import math

import pytest

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.verification.relevance import Health, learned_by, least_gain


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
    assert least_gain(objective, baseline, Health.FAULTY) == pytest.approx(least)


@pytest.mark.parametrize(
    ("errors", "least"), [([70.0, 20.0, 15.0], 5.5), ([15.0, 15.2], 0.0), ([math.inf, 15.0], 0.0)]
)
def test_where_no_best_value_is_known_what_was_learned_stands_for_it(
    errors: list[float], least: float
) -> None:
    elbo = Objective("val elbo", Direction.MAX, Origin.PRINTED)
    found = least_gain(elbo, [-15.0, -15.0], Health.FAULTY, learned_by(errors))
    assert found == pytest.approx(least)
