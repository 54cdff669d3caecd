"""Criteria as conditions of a script."""

from __future__ import annotations

import math

import pytest

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import (
    bad_when,
    compared_with,
    wanted,
)
from seismograd.reproduce.report.parse import parse_report


def fingerprint(*checks: str) -> Fingerprint:
    return Fingerprint(tuple(Criterion("c", "", "", check) for check in checks), "value")


@pytest.mark.parametrize(
    ("check", "values", "is_bad"),
    [
        ('measured("value", ">", 1.5)', {"value": 2.0}, True),
        ('measured("value", ">", 1.5)', {"value": 1.0}, False),
        ('measured("metric", "~", 0.75, within=0.05)', {"metric": 0.76}, True),
        ('measured("metric", "~", 0.75, within=0.05)', {"metric": 1.0}, False),
        ('measured("metric", "!~", 1.0, within=0.05)', {"metric": 0.75}, True),
        ('measured("shape", "==", (4, 1))', {"shape": [4, 1]}, True),
        ('measured("dtype", "==", "float64")', {"dtype": "float32"}, False),
        ('measured("training", "==", False)', {"training": False}, True),
        ('measured("training", "==", False)', {"training": True}, False),
        ('series("learning_rates", "constant")', {"learning_rates": [0.1, 0.1]}, True),
        ('series("learning_rates", "rises")', {"learning_rates": [0.1, 0.05]}, False),
        ('series("learning_rates", "rises again")', {"learning_rates": [0, 1, 0.5]}, False),
        ('series("learning_rates", "rises again")', {"learning_rates": [0, 1, 0, 0.5]}, True),
        ('series("learning_rates", "negative")', {"learning_rates": [0.1, -0.05]}, True),
        ("loss_is_nan()", {"loss": math.nan}, True),
        ("loss_does_not_fall()", {"loss_first": 1.0, "loss_last": 0.99}, True),
        ("loss_does_not_fall()", {"loss_first": 1.0, "loss_last": 0.5}, False),
    ],
)
def test_a_condition_says_what_the_check_says(
    check: str, values: dict[str, object], is_bad: bool
) -> None:
    condition = bad_when(fingerprint(check))
    assert condition is not None
    assert eval(condition, {"math": math, **values}) is is_bad


def test_all_criteria_must_be_met() -> None:
    both = fingerprint('measured("value", ">", 1)', 'measured("metric", "<", 1)')
    assert bad_when(both) == "value > 1 and metric < 1"
    assert wanted(both) == {"value", "metric"}


def test_what_is_no_measurement_has_no_condition() -> None:
    assert bad_when(fingerprint('raises("ValueError")')) is None
    assert bad_when(fingerprint("nonsense(", 'measured("value", ">", 1)')) == "value > 1"
    assert wanted(fingerprint('raises("ValueError")')) == set()


def test_the_check_of_a_measurement_can_be_asked_for() -> None:
    check = compared_with(fingerprint('measured("dtype", "==", "float64")'), "dtype")
    assert check is not None
    assert (check.operator, check.bound) == ("==", "float64")


def test_where_the_right_value_is_known_all_else_is_bad() -> None:
    report = parse_report("# accuracy is wrong\n\nThe accuracy is 0.75 but should be 1.0.\n")
    condition = bad_when(fingerprint('measured("metric", "~", 0.75, within=0.05)'), report)
    assert condition is not None
    assert eval(condition, {}, {"metric": 0.75})
    assert eval(condition, {}, {"metric": 0.6})
    assert not eval(condition, {}, {"metric": 1.0})
