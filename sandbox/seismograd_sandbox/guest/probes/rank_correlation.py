"""How far two numbers of each example go together, whatever line they follow."""

from __future__ import annotations

from typing import Any


def rank_correlation(first: Any, second: Any) -> float:
    """From -1 to 1; 0 where one of them is always the same."""
    return _correlation(_ranks(first), _ranks(second))


def _ranks(values: Any) -> Any:
    """Equal ones have the same, so that their order in the batch tells nothing."""
    below = (values[:, None] > values[None, :]).sum(axis=1)
    upto = (values[:, None] >= values[None, :]).sum(axis=1)
    return 0.5 * (below + upto)


def _correlation(first: Any, second: Any) -> float:
    first, second = first - first.mean(), second - second.mean()
    size = float((first**2).sum() * (second**2).sum()) ** 0.5
    return float((first * second).sum()) / size if size else 0.0
