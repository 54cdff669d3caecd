"""Does the answer to one example depend on the others in its batch?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.traces.history import RunHistory

MIXED = 0.01
"""Of the spread of the answers: rounding stays far below, another sequence far above."""
SEQUENTIAL = ("lstm", "gru", "rnn", "attention", "transformer")
"""Parts of type names: layers that take an axis of their input for the sequence."""


class MixedExamples(Question):
    """Where the axes of the sequence and of the batch are exchanged, examples see each other."""

    name = "mixed-examples"
    asks = "Does the answer to an example depend on the others in its batch?"
    yes = "Yes: an axis of the batch is taken for another one."
    no = "No: examples are apart from each other."
    alter = ("mixed-examples",)
    seeds = 1

    def suits(self, history: RunHistory) -> bool:
        kinds = " ".join((layer.type or "").lower() for layer in history.layers.values())
        return any(name in kinds for name in SEQUENTIAL)

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        found = pairs[0].measured("difference")
        if found is None:
            return None
        figures = f"(another order of the batch changes answers by {found:.2g} of their spread)"
        return self.reply(found > MIXED, figures)
