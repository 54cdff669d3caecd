"""The learning rate of every step times a factor, whatever a schedule makes of it."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._factor = float(value)
        self._before: list[Any] = []

    def before_step(self, optimiser: Any) -> None:
        self._before = [group.get("lr") for group in optimiser.param_groups]
        for group, rate in zip(optimiser.param_groups, self._before):
            if rate is not None:
                group["lr"] = rate * self._factor
        self.applied += 1

    def after_step(self, optimiser: Any) -> None:
        for group, rate in zip(optimiser.param_groups, self._before):
            if rate is not None:
                group["lr"] = rate

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        optimiser = model.optimizer
        if isinstance(optimiser._learning_rate, keras.optimizers.schedules.LearningRateSchedule):
            return
        optimiser.learning_rate = float(optimiser.learning_rate) * self._factor
        self.applied += 1
