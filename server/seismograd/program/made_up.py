"""Data that says nothing of a task: arrays of random or constant numbers, as tests use them."""

from __future__ import annotations

from seismograd.program.operations import chain
from seismograd.source.evaluate.values import Value

MADE_UP = frozenset(
    {"bernoulli", "choice", "empty", "full", "normal", "ones", "ones_like", "rand", "randint",
     "randn", "randperm", "uniform", "zeros", "zeros_like"}
)  # fmt: skip


def is_made_up(value: Value | None) -> bool:
    """Whether a value goes back to random or constant numbers."""
    steps = chain(value)
    return bool(steps) and steps[0].op in MADE_UP
