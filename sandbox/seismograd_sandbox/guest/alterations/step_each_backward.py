"""Every backward pass is followed by a step; those of the script find no gradients any more."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration
from ..probes.identity import ByIdentity


class Altered(Alteration):
    """An optimiser is known after its first step."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._optimisers: ByIdentity[bool] = ByIdentity()
        self._is_ours = False

    def before_step(self, optimiser: Any) -> None:
        if not self._is_ours and self.place is None:
            self.place = self.caller()

    def after_step(self, optimiser: Any) -> None:
        if not self._is_ours:
            self._optimisers.set(optimiser, True)

    def after_backward(self) -> None:
        for optimiser, _ in self._optimisers.living():
            weights = (one for group in optimiser.param_groups for one in group["params"])
            if any(weight.grad is not None for weight in weights):
                self._step(optimiser)

    def _step(self, optimiser: Any) -> None:
        self._is_ours = True
        try:
            optimiser.step()
            optimiser.zero_grad()
        finally:
            self._is_ours = False
        self.applied += 1
