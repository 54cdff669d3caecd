"""Is the loss as low without inputs?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.answers import EXACT
from seismograd.localise.interventions.question import (
    Pair,
    Question,
    Reply,
    agreed_ratio,
    shown_losses,
)

SAME, WORSE = 1.03, 1.15
FEWEST = 10
"""Losses that must be equal to the last digit, before chance is ruled out."""


class ZeroedInputs(Question):
    """A network that is given zeros can learn the best constant answer, and nothing else.

    So this is also the comparison with that trivial predictor, for every loss function. Losses that
    are equal to the last digit mean that no input ever reaches the loss.
    """

    name = "zeroed-inputs"
    asks = "Is the training loss as low when the inputs are all zero?"
    yes = "Yes: the network makes nothing of its inputs."
    no = "No: the network uses its inputs."
    needs_updates = True
    alter = ("zero-inputs",)

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        if all(_is_equal(pair) for pair in pairs):
            return self.reply(
                True, "(every loss is the same to the last digit)", f"{self.name}{EXACT}"
            )
        found = agreed_ratio(pairs, SAME, WORSE)
        return None if found is None else self.reply(found, shown_losses(pairs, "with zeros"))


def _is_equal(pair: Pair) -> bool:
    before, after = ([point.value for point in one.losses] for one in (pair.before, pair.after))
    return before == after and len(before) >= FEWEST and len(set(before)) > 1
