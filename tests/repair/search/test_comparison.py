"""Strategies that learn are better than random search on a problem with one decisive parameter."""

from __future__ import annotations

from functools import cache
from statistics import median

import pytest

from tests.repair.search.problems import SLOW, best_error, separable, strategies

TRIALS = 20
SEEDS = range(15)
FEW_SEEDS = range(5)
"""For strategies that take seconds for each suggestion."""
MARGIN = 0.95
"""Of the median of random search, at most."""


@cache
def median_error(name: str) -> float:
    seeds = FEW_SEEDS if name in SLOW else SEEDS
    return median(best_error(name, seed, separable, TRIALS) for seed in seeds)


@pytest.mark.parametrize("name", strategies("tpe", "gp", "bohb", "auto"))
def test_better_than_random_in_the_median(name: str) -> None:
    assert median_error(name) < MARGIN * median_error("random")
