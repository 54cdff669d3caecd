"""Does the training fail with every seed?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from seismograd.localise.interventions.question import Pair, Question, Reply

APART = 0.5
"""Times the worst loss: a seed below that gets somewhere, where others do not."""


class OtherSeeds(Question):
    """What depends on the seed is in the weights that are drawn, or at the edge of stability."""

    name = "other-seeds"
    asks = "Does it depend on the seed whether the training gets anywhere?"
    yes = "Yes: weights that are drawn badly, units that die, or steps at the edge of stability."
    no = "No: it is the same with every seed."
    seeds = 3

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        losses = [pair.losses[0] for pair in pairs]
        finite = [loss for loss in losses if math.isfinite(loss)]
        if not finite:
            return self.reply(False, f"(no loss is finite; {len(losses)} seeds)")
        is_apart = len(finite) < len(losses) or min(finite) < APART * max(finite)
        listed = ", ".join(f"{loss:.3g}" for loss in losses)
        return self.reply(is_apart, f"(training losses: {listed})")
