"""Every example has the label of another one, and keeps it for the whole run.

What a network learns then, it learns by heart. Labels that change places in every step would not
tell: nothing can be learned by heart of those. Where examples are never the same twice, it comes to
that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch
from ..altering.example_sums import example_sums

MOST_KEPT = 200_000


class Altered(Alteration):
    applies_within = 64

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._sums: list[int] | None = None
        self._orders: list[int] = []
        self._slot = 0
        self._kept: dict[tuple[int, int], Any] = {}
        """Labels by the place of their tensor among those of a step, and by example."""

    def begin_torch(self, torch: Any) -> None:
        """By a generator of its own, so that nothing else of the run becomes another."""
        self._chance = torch.Generator()
        self._chance.manual_seed(0)

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        if batch.is_training and self._sums is None and batch.tensors:
            self._sums = example_sums(batch.tensors)
            self._orders = self._exchanged(batch.torch, self._sums)
        return batch.tensors

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        if not batch.is_training:
            return batch.tensors
        return [self._altered(batch.torch, tensor) for tensor in batch.tensors]

    def after_backward(self) -> None:
        self._sums, self._slot = None, 0

    def _exchanged(self, torch: Any, sums: list[int]) -> list[int]:
        """From which example of the batch each takes its label, if it has none yet."""
        new = [at for at, one in enumerate(sums) if (0, one) not in self._kept]
        order = torch.randperm(len(new), generator=self._chance).tolist()
        taken = dict(zip(new, (new[at] for at in order)))
        return [taken.get(at, at) for at in range(len(sums))]

    def _altered(self, torch: Any, tensor: Any) -> Any:
        if self._sums is None or int(tensor.shape[0]) != len(self._sums):
            return tensor
        slot, self._slot = self._slot, self._slot + 1
        for one, source in zip(self._sums, self._orders):
            if (slot, one) not in self._kept and len(self._kept) < MOST_KEPT:
                self._kept[slot, one] = tensor[source].detach().clone()
        rows = [self._kept.get((slot, one), tensor[at]) for at, one in enumerate(self._sums)]
        moved = torch.stack(rows)
        return tensor if torch.equal(moved, tensor) else moved
