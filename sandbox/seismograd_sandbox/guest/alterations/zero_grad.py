"""Gradients are set to zero after every step."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def after_step(self, optimiser: Any) -> None:
        for group in optimiser.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    weight.grad = None
                    self.applied += 1
