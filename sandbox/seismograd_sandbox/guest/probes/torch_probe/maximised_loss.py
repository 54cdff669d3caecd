"""Whether steps make a loss function of the framework larger: seen from the first backward passes.

The sign of a loss in what is differentiated is its derivative, whatever stands between the two.
"""

from __future__ import annotations

from typing import Any

from .kit import Kit
from .untraced import aside

PASSES = 8
"""That must agree: the weight of a loss may be an advantage, which has either sign."""

MOST_KEPT = 8
"""Losses, with what they were computed from: some are never differentiated."""


class MaximisedLoss:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._computed: list[Any] = []
        self._place: dict[str, Any] | None = None
        self._passes = 0
        self.is_open = True

    def computed(self, loss: Any, place: dict[str, Any] | None) -> None:
        if loss.dim() == 0 and loss.requires_grad:
            self._computed = [*self._computed, loss][-MOST_KEPT:]
            self._place = self._place or place

    def differentiated(self, root: Any) -> None:
        losses, self._computed = self._computed, []
        if not losses or root.dim() or root.grad_fn is None:
            return
        with aside(self._kit.torch):
            slopes = self._slopes(root, losses)
        if not slopes or any(one >= 0 for one in slopes):
            self.is_open = False
            return
        self._passes += 1
        if self._passes == PASSES:
            self.is_open = False
            self._kit.observer.record("maximised_loss", passes=PASSES, place=self._place)

    def _slopes(self, root: Any, losses: list[Any]) -> list[float]:
        """Of what is differentiated, by each loss that is a part of it."""
        torch = self._kit.torch
        with torch.enable_grad():
            found = torch.autograd.grad(root, losses, retain_graph=True, allow_unused=True)
        return [float(one) for one in found if one is not None]
