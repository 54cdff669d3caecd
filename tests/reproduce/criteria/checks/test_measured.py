"""`measured` and `series`."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.criteria.checks.measured import OPERATORS, Literal, Measured, Series
from tests.reproduce.criteria.observations import ended, measuring


@pytest.mark.parametrize(
    ("operator", "bound", "value", "passes"),
    [
        (">", 1e-4, 0.2, True),
        (">", 1e-4, 1e-4, False),
        (">=", 1, 1, True),
        ("<", 0.0, -0.5, True),
        ("==", 0.0, 0.0, True),
        ("==", 0.0, 1e-12, False),
        ("==", 0.3, 0.1 + 0.2, True),
        ("!=", 10, 9, True),
        ("~", 0.5, 0.52, True),
        ("~", 0.5, 0.53, False),
        ("~", 0.0, 0.04, True),
        ("!~", 0.9, 0.5, True),
        ("!~", 0.9, 0.91, False),
        ("==", (4, 1), [4, 1], True),
        ("==", (4, 1), [4], False),
        ("!=", (4,), [4, 1], True),
        ("==", "float64", "torch.float64", True),
        ("==", "float64", "float32", False),
        ("==", False, False, True),
        ("==", True, 1, False),
        ("==", math.nan, math.nan, True),
        (">", 0.0, math.nan, False),
        (">", 0.0, math.inf, True),
        ("~", math.inf, math.inf, True),
        (">", 0, "many", False),
        ("==", None, None, True),
    ],
)
def test_values_compare(operator: str, bound: Literal, value: object, passes: bool) -> None:
    verdict = Measured("x", operator, bound).judge(measuring(x=value))
    assert verdict.passed is passes
    assert (verdict.distance == 0) is passes


def test_a_number_near_its_bound_is_nearer() -> None:
    check = Measured("difference", ">", 1e-4)
    distances = [check.judge(measuring(difference=value)).distance for value in (9e-5, 1e-6, -1.0)]
    assert distances == sorted(distances)
    assert check.judge(ended()).distance == 1


@given(st.sampled_from(OPERATORS), st.floats(), st.floats())
def test_any_two_numbers_have_a_verdict(operator: str, bound: float, value: float) -> None:
    verdict = Measured("x", operator, bound).judge(measuring(x=value))
    assert 0 <= verdict.distance <= 1
    assert verdict.passed == (verdict.distance == 0)


def test_says_what_was_measured() -> None:
    check = Measured("gradient_norm", "==", 0.0)
    assert check.judge(measuring(gradient_norm=0.25)).why == (
        "gradient_norm was 0.25, which is not == 0"
    )
    assert "printed no MEASURED gradient_norm" in check.judge(ended()).why
    assert "did it mean gradient_norms" in check.judge(measuring(gradient_norms=1)).why


@pytest.mark.parametrize(
    ("way", "values", "passes"),
    [
        ("constant", [0.1, 0.1, 0.1], True),
        ("constant", [0.1, 0.1, 0.01], False),
        ("rises", [0.1, 0.01, 0.1], True),
        ("rises", [0.1, 0.01], False),
        ("rises again", [0.0, 0.5, 1.0, 0.5, 0.0], False),
        ("rises again", [0.0, 0.5, 1.0, 0.0, 0.2], True),
        ("rises again", [0.1, 0.2, 0.3], False),
        ("falls", [0.1, 0.2, 0.15], True),
        ("never rises", [0.3, 0.3, 0.1], True),
        ("never falls", [0.3, 0.2], False),
        ("constant", [0.1], False),
        ("constant", 0.1, False),
        ("constant", ["a", "b"], False),
        ("constant", [math.nan, math.nan], False),
    ],
)
def test_a_series_goes_its_way(way: str, values: object, passes: bool) -> None:
    verdict = Series("learning_rates", way).judge(measuring(learning_rates=values))
    assert verdict.passed is passes


def test_a_series_that_mostly_stays_is_nearer_to_constant() -> None:
    check = Series("learning_rates", "constant")
    near = check.judge(measuring(learning_rates=[1, 1, 1, 2])).distance
    assert near < check.judge(measuring(learning_rates=[1, 2, 3, 4])).distance
