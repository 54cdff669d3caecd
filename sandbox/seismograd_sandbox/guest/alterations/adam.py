"""Adam makes the steps, at the rate that is usual for it, whatever optimiser the script has."""

from __future__ import annotations

import importlib
from typing import Any

from ..altering.alteration import Alteration

RATE = 1e-3


class Altered(Alteration):
    """The optimiser of the script goes on with a rate of zero: schedules and hooks stay."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._ours: dict[int, Any] = {}
        self._rates: list[Any] = []
        self._is_ours = False

    def before_step(self, optimiser: Any) -> None:
        if self._is_ours:
            return
        self._rates = [group.get("lr") for group in optimiser.param_groups]
        for group in optimiser.param_groups:
            group["lr"] = group["lr"] * 0

    def after_step(self, optimiser: Any) -> None:
        if self._is_ours:
            return
        for group, rate in zip(optimiser.param_groups, self._rates):
            group["lr"] = rate
        self._is_ours = True
        try:
            self._adam(optimiser).step()
        finally:
            self._is_ours = False
        self.applied += 1

    def _adam(self, optimiser: Any) -> Any:
        weights = [one for group in optimiser.param_groups for one in group["params"]]
        if id(optimiser) not in self._ours:
            adam = importlib.import_module("torch.optim").Adam
            self._ours[id(optimiser)] = adam(weights, lr=RATE)
        return self._ours[id(optimiser)]

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        plain = model.optimizer
        model.optimizer = keras.optimizers.Adam(RATE)
        model.optimizer.build(model.trainable_variables)
        self.applied += plain is not model.optimizer
