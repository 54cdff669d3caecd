"""Are the labels any better than random ones?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import (
    Pair,
    Question,
    Reply,
    agreed_ratio,
    shown_losses,
)

SAME, WORSE = 1.03, 1.15


class ShuffledLabels(Question):
    """With labels that change places in every step, only their frequencies can be learned."""

    name = "shuffled-labels"
    asks = "Is the training loss as low when the labels of a batch change places?"
    yes = "Yes: for this training the labels are no better than random ones."
    no = "No: inputs and labels belong together."
    needs_updates = True
    alter = ("shuffle-labels",)

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        found = agreed_ratio(pairs, SAME, WORSE)
        return None if found is None else self.reply(found, shown_losses(pairs, "when shuffled"))
