"""Whether a training knows more than a trivial predictor."""

from __future__ import annotations

import math

import pytest

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.verification.learning import (
    has_learned,
    is_above_constants,
    is_as_of_constants,
)
from seismograd.traces.events import Losses
from seismograd.traces.history import RunHistory


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


@pytest.mark.parametrize(("last", "has"), [(0.1, True), (math.nan, False)])
def test_a_network_full_of_nan_has_learned_nothing(last: float, has: bool) -> None:
    falling = [2.0 * 0.95**step for step in range(100)]
    history = RunHistory()
    history.take(Losses(first=0, values=(*falling, last)))
    assert has_learned(history) is has


@pytest.mark.parametrize(
    ("name", "value", "is_as"),
    [("val_f1", 0.03, True), ("val_f1", 0.4, False), ("r2", 0.05, True), ("auc", 0.55, True),
     ("auc", 0.7, False), ("accuracy", 0.05, False), ("f1", None, False)],
)  # fmt: skip
def test_a_number_that_constant_answers_have(name: str, value: float | None, is_as: bool) -> None:
    objective = Objective(name, Direction.MAX, Origin.PRINTED)
    assert is_as_of_constants(objective, value) is is_as
