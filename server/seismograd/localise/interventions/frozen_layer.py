"""Does it matter whether the first layer is trained?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import (
    Pair,
    Question,
    Reply,
    agreed_ratio,
    shown_losses,
)
from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import learned_layers

SAME, WORSE = 1.01, 1.1


class FrozenLayer(Question):
    """A layer that can as well keep its first weights learns nothing that anybody uses."""

    name = "frozen-layer"
    asks = "Is the training loss as low when the first layer keeps the weights it begins with?"
    yes = "Yes: what this layer learns does not matter, or it learns nothing."
    no = "No: the layer learns something that is used."
    needs_updates = True

    def suits(self, history: RunHistory) -> bool:
        """With one layer nothing would be left to train."""
        return len(_named(history)) > 1

    def alterations(self, history: RunHistory) -> tuple[str, ...]:
        return tuple(f"freeze-layer={layer.name}" for layer in _named(history)[:1])

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        found = agreed_ratio(pairs, SAME, WORSE)
        return None if found is None else self.reply(found, shown_losses(pairs, "when frozen"))


def _named(history: RunHistory) -> list[Layer]:
    return [layer for layer in learned_layers(history) if layer.name]
