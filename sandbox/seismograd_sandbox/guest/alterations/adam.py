"""Adam makes the steps, at a rate that is usual for it, whatever optimiser the script has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..altering.alteration import Alteration
from ..probes.identity import ByIdentity

RATE, FIRST_DECAY, SECOND_DECAY, EPSILON = 1e-3, 0.9, 0.999, 1e-8
"""The defaults of PyTorch and of the paper."""


@dataclass
class _Moments:
    """Of the gradients of one weight."""

    first: Any
    second: Any
    steps: int = 0


class Altered(Alteration):
    """The optimiser of the script goes on with a rate of zero: schedules and hooks stay.

    Another optimiser of PyTorch would count as one of the script's, and its steps with them.
    """

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._rate = float(value) if value else RATE
        self._moments: ByIdentity[_Moments] = ByIdentity()
        self._rates: list[Any] = []

    def begin_torch(self, torch: Any) -> None:
        self._torch = torch

    def before_step(self, optimiser: Any) -> None:
        self._rates = [group["lr"] for group in optimiser.param_groups]
        for group in optimiser.param_groups:
            group["lr"] = group["lr"] * 0

    def after_step(self, optimiser: Any) -> None:
        for group, rate in zip(optimiser.param_groups, self._rates):
            group["lr"] = rate
        with self._torch.no_grad():
            for group in optimiser.param_groups:
                for weight in group["params"]:
                    if weight.grad is not None:
                        self._move(weight)
        self.applied += 1

    def _move(self, weight: Any) -> None:
        grad = weight.grad.to_dense() if weight.grad.is_sparse else weight.grad
        found = self._moments.get(weight)
        if found is None:
            zeros = self._torch.zeros_like
            found = _Moments(zeros(grad), zeros(grad))
            self._moments.set(weight, found)
        found.steps += 1
        found.first.lerp_(grad, 1 - FIRST_DECAY)
        found.second.lerp_(grad * grad, 1 - SECOND_DECAY)
        mean = found.first / (1 - FIRST_DECAY**found.steps)
        size = (found.second / (1 - SECOND_DECAY**found.steps)).sqrt()
        weight.sub_(self._rate * mean / (size + EPSILON))

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        model.optimizer = keras.optimizers.Adam(self._rate)
        model.optimizer.build(model.trainable_variables)
        self.applied += 1
