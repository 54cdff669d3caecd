"""Losses that look at directions alone, and whether the right one is what they ask for.

Keras gives the cosine of an angle with a minus sign, PyTorch without: written for one of them, a
loss rewards the opposite direction with the other.
"""

from __future__ import annotations

from typing import Any

from .tried_network import Answer, TriedNetwork

FEWEST_ROWS = 8
SAME = 1e-3
"""Of what the opposite direction changes: rounding stays far below it."""


def direction_is_right(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the target itself costs less than its opposite, where no length costs anything."""
    numbers = network.numbers
    if numbers is None or numbers.shape != plain.shape or plain.ndim != 2:
        return None
    if len(plain) < FEWEST_ROWS or plain.shape[1] < 2:
        return None
    tried = (plain, 2.0 * plain, numbers, 2.0 * numbers, -numbers)
    costs = [network.loss_of(one) for one in tried]
    known = [one for one in costs if one is not None]
    return _judged(known) if len(known) == len(costs) else None


def _judged(costs: list[float]) -> Answer | None:
    made, longer, right, longer_right, opposite = costs
    whole = abs(right - opposite)
    if not whole or max(abs(made - longer), abs(right - longer_right)) > SAME * whole:
        return None
    if right < opposite:
        return Answer(True)
    return Answer(False) if made < right else None
