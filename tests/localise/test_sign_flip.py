"""The exact test on paired gains."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.localise.sign_flip import PAIRS, SIGNIFICANT, ErrorBudget, sign_flip_p


def test_five_gains_of_five_are_significant_and_no_fewer() -> None:
    assert sign_flip_p([0.3, 0.1, 0.2, 0.4, 0.3]) == pytest.approx(1 / 32)
    assert sign_flip_p([0.3, 0.1, 0.2, 0.4]) == pytest.approx(1 / 16)
    assert 2**-PAIRS < SIGNIFICANT < 2 ** -(PAIRS - 1)


def test_one_loss_among_five_is_not() -> None:
    assert sign_flip_p([0.3, 0.1, 0.2, 0.4, -0.3]) > SIGNIFICANT


def test_runs_that_no_longer_break_down_are_gains() -> None:
    assert sign_flip_p([math.inf] * 5) == pytest.approx(1 / 32)
    assert sign_flip_p([math.inf, 0.1, 0.1, 0.1, -math.inf]) > SIGNIFICANT


def test_no_gain_at_all_is_no_evidence() -> None:
    assert sign_flip_p([0.0] * 5) == 1.0
    assert sign_flip_p([]) == 1.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8))
def test_it_is_a_chance_and_falls_with_gains(gains: list[float]) -> None:
    chance = sign_flip_p(gains)
    assert 0 < chance <= 1
    assert sign_flip_p([abs(gain) for gain in gains]) <= chance


def test_what_failed_makes_the_next_test_stricter_and_the_whole_stays_below_the_level() -> None:
    budget, wrong = ErrorBudget(), 0.0
    needed = []
    while budget.pairs is not None:
        needed.append(budget.pairs)
        wrong += 0.5 ** needed[-1]
        budget.spend(needed[-1])
    assert needed == [5, 6, 9, 10]
    assert wrong <= SIGNIFICANT
