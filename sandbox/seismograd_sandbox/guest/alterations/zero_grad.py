"""Gradients are set to zero after every step."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def after_step(self, optimiser: Any) -> None:
        self.after_keras_step([one for group in optimiser.param_groups for one in group["params"]])

    def after_keras_step(self, weights: list[Any]) -> None:
        for weight in weights:
            if weight.grad is not None:
                weight.grad = None
                self.applied += 1
