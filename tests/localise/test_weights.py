"""The table of causes: complete, and about symptoms that exist."""

from __future__ import annotations

import pytest

from seismograd.localise.hypotheses import HYPOTHESES
from seismograd.localise.weights import Weights, all_weights
from tests.traces.symptoms.test_symptoms import FOUND

KINDS_OF_NAN = {
    f"first-{kind}"
    for kind in (
        "nan-input",
        "nan-weight",
        "nan-activation",
        "nan-loss",
        "inf-loss",
        "nan-gradient",
    )
}


def test_every_cause_has_weights_and_every_weight_a_cause() -> None:
    assert {one.name for one in HYPOTHESES} == all_weights().keys()


def test_every_symptom_of_the_table_exists() -> None:
    named = {name for weights in all_weights().values() for name in weights.symptoms}
    assert named <= FOUND.keys() | KINDS_OF_NAN


def test_no_cause_is_likely_without_symptoms() -> None:
    assert all(weights.chance([]) < 0.1 for weights in all_weights().values())


def test_a_symptom_counts_once() -> None:
    weights = Weights(-3.0, {"dead-units": 3.0})
    assert weights.chance(["dead-units"] * 7) == pytest.approx(0.5)
