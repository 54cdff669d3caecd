"""Does the answer to one example depend on the others in its batch?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.localise.layer_choice import sequence_layer
from seismograd.traces.history import RunHistory

MIXED = 0.01
"""Of the spread of the answers: rounding stays far below, another sequence far above."""


class MixedExamples(Question):
    """Where the axes of the sequence and of the batch are exchanged, examples see each other."""

    name = "mixed-examples"
    asks = "Does the answer to an example depend on the others in its batch?"
    yes = "Yes: an axis of the batch is taken for another one."
    no = "No: examples are apart from each other."
    alter = ("mixed-examples",)
    seeds = 1

    def suits(self, history: RunHistory) -> bool:
        return sequence_layer(history) is not None

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        found = pairs[0].measured("difference")
        if found is None:
            return None
        figures = f"(another order of the batch changes answers by {found:.2g} of their spread)"
        return self.reply(found > MIXED, figures)
