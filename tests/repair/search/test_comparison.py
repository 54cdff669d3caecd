"""Strategies that learn are better than random search on a problem with one decisive parameter.

`gp` is left out: it takes minutes for that.
"""

from __future__ import annotations

from functools import cache
from statistics import median

import pytest

from tests.repair.search.problems import best_error, separable, strategies

TRIALS = 20
SEEDS = range(15)
MARGIN = 0.95
"""Of the median of random search, at most."""


@cache
def median_error(name: str) -> float:
    return median(best_error(name, seed, separable, TRIALS) for seed in SEEDS)


@pytest.mark.parametrize("name", strategies("tpe", "bohb", "auto"))
def test_better_than_random_in_the_median(name: str) -> None:
    assert median_error(name) < MARGIN * median_error("random")
