"""Steps are made with another momentum, where the optimiser has one."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._momentum = float(value)

    def before_step(self, optimiser: Any) -> None:
        for group in optimiser.param_groups:
            if "momentum" in group:
                group["momentum"] = self._momentum
                self.applied += 1
