"""Can the network learn a single batch by heart?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import (
    Pair,
    Question,
    Reply,
    agreed_ratio,
    shown_losses,
)

LEARNED, NOT_LEARNED = 0.5, 0.9
"""Times the loss of the training: by heart a batch is far below what fails on all of the data."""


class FitOneBatch(Question):
    """Tells faults of the data from faults of the network, the loss, the optimiser and the loop."""

    name = "fit-one-batch"
    asks = "Can the network learn one batch by heart?"
    yes = "Yes: what stands in the way is in the data, the labels or the regularisation."
    no = "No: what stands in the way is in the network, the loss, the optimiser or the loop."
    needs_updates = True
    alter = ("one-batch",)

    def most_steps(self, usual: int, whole: int) -> int:
        """A batch is learned by heart in so many steps as all of the data, if at all."""
        return whole

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        found = agreed_ratio(pairs, LEARNED, NOT_LEARNED)
        return None if found is None else self.reply(found, shown_losses(pairs, "on one batch"))
