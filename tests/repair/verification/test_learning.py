"""Whether a training knows more than a trivial predictor."""

from __future__ import annotations

import pytest

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.verification.learning import is_above_constants


@pytest.mark.parametrize(
    ("name", "value", "is_above"),
    [
        ("valid_r2", 0.87, True),
        ("valid_r2", 0.05, False),
        ("valid_r2", -12.0, False),
        ("val_auc", 0.9, True),
        ("val_auc", 0.55, False),
        ("val_auc", 87.0, False),
        ("test mcc", 0.4, True),
        ("val_accuracy", 0.99, False),
        ("val_auc", None, False),
        ("balanced accuracy", 0.82, True),
        ("test_bacc", 0.82, True),
        ("test_bacc", 0.6, False),
    ],
)
def test_a_number_that_no_constant_reaches(name: str, value: float | None, is_above: bool) -> None:
    objective = Objective(name, Direction.MAX, Origin.PRINTED)
    assert is_above_constants(objective, value) is is_above


def test_a_high_error_shows_nothing() -> None:
    assert not is_above_constants(Objective("balanced error", Direction.MIN, Origin.PRINTED), 0.9)
