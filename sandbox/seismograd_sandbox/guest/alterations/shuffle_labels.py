"""Targets change places within their batch, anew in every step: nothing goes with its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._orders: dict[int, Any] = {}

    def begin_torch(self, torch: Any) -> None:
        """By a generator of its own, so that nothing else of the run becomes another."""
        self._chance = torch.Generator()
        self._chance.manual_seed(0)

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        return [self._shuffled(batch.torch, tensor) for tensor in batch.tensors]

    def after_backward(self) -> None:
        self._orders.clear()

    def _shuffled(self, torch: Any, tensor: Any) -> Any:
        """Several targets of a step change places in the same way."""
        count = int(tensor.shape[0])
        if count not in self._orders:
            self._orders[count] = torch.randperm(count, generator=self._chance)
        moved = tensor[self._orders[count].to(tensor.device)]
        return tensor if torch.equal(moved, tensor) else moved
