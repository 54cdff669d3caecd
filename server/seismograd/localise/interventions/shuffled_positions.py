"""Does the order of a sequence, or the place of a pixel, matter to the network?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from seismograd.localise.interventions.answers import EXACT
from seismograd.localise.interventions.question import (
    Pair,
    Question,
    Reply,
    agreed_ratio,
    shown_losses,
)
from seismograd.localise.layer_choice import positional_layer
from seismograd.traces.history import RunHistory

SAME, WORSE = 1.03, 1.15
FIRST = 5
ROUNDING = 1e-5
"""Of a loss in single precision, after sums in another order."""


class ShuffledPositions(Question):
    """Convolutions with kernels of 1, and attention without positions, see a bag of values."""

    name = "shuffled-positions"
    asks = "Is the training loss as low when the positions of every input change places?"
    yes = "Yes: the network does not use where or in which order values stand."
    no = "No: the network uses positions."
    alter = ("shuffle-positions",)

    def suits(self, history: RunHistory) -> bool:
        return positional_layer(history) is not None

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        if all(_is_equal(pair) for pair in pairs):
            return self.reply(True, "(losses are equal but for rounding)", f"{self.name}{EXACT}")
        found = agreed_ratio(pairs, SAME, WORSE)
        return None if found is None else self.reply(found, shown_losses(pairs, "when shuffled"))


def _is_equal(pair: Pair) -> bool:
    """In the first steps: later on, rounding adds up."""
    sides = ([point.value for point in one.losses[:FIRST]] for one in (pair.before, pair.after))
    pairs = list(zip(*sides, strict=False))
    return len(pairs) == FIRST and all(
        math.isclose(before, after, rel_tol=ROUNDING) for before, after in pairs
    )
