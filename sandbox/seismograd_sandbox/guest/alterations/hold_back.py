"""A fifth of the examples is never learned from; now and then a step shows the loss on them.

In the place of an example that is held back, the batch has another one twice. Every 16th step is
given held-back examples only, and its gradients are dropped: the loss of that step is one of data
that the network has not seen. Where examples are never the same twice, none can be held back.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

PART = 5
EVERY = 16
"""Steps. The trace may keep every second, fourth ... loss only: a power of two is among them."""
MOST_KEPT = 512


class Altered(Alteration):
    applies_within = 64

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._steps = 0
        self._slot = 0
        self._held: list[int] | None = None
        self._count = 0
        self._kept: dict[int, list[Any]] = {}
        """Held-back rows, by the place of their tensor among those of a step."""
        self._targets = 0
        self._is_shown = False

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        if not batch.is_training:
            return batch.tensors
        if self._held is None:
            self._choose(batch.tensors)
        return [self._altered(batch.torch, tensor) for tensor in batch.tensors]

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        if self._held is None or not batch.is_training:
            return batch.tensors
        self._targets += any(self._fits(tensor) for tensor in batch.tensors)
        return [self._altered(batch.torch, tensor) for tensor in batch.tensors]

    def before_step(self, optimiser: Any) -> None:
        if self._is_shown:
            for group in optimiser.param_groups:
                for parameter in group["params"]:
                    parameter.grad = None

    def after_step(self, optimiser: Any) -> None:
        self._steps += 1
        if self._is_shown and self._targets:
            self.measured["shown"] = self.measured.get("shown", 0.0) + 1.0
        self._slot, self._held, self._targets, self._is_shown = 0, None, 0, False

    def after_backward(self) -> None:
        """A step may have several batches, each with its own examples."""
        self._slot, self._held = 0, None

    def _choose(self, tensors: list[Any]) -> None:
        """By what an example is, so that it is the same one in every pass."""
        self._count = int(tensors[0].shape[0])
        sums = [0] * self._count
        for tensor in filter(self._fits, tensors):
            rows = tensor.detach().cpu().reshape(self._count, -1).numpy()
            sums = [zlib.crc32(row.tobytes(), known) for row, known in zip(rows, sums)]
        self._held = [at for at, known in enumerate(sums) if not known % PART]
        kept = [len(rows) for rows in self._kept.values()]
        enough = bool(kept) and min(kept) >= min(self._count, MOST_KEPT // 2)
        self._is_shown = enough and self._steps % EVERY == 0

    def _fits(self, tensor: Any) -> bool:
        return int(tensor.shape[0]) == self._count

    def _altered(self, torch: Any, tensor: Any) -> Any:
        if not self._fits(tensor) or self._held is None:
            return tensor
        slot, self._slot = self._slot, self._slot + 1
        kept = self._kept.setdefault(slot, [])
        if self._is_shown:
            return torch.stack([kept[at % len(kept)] for at in range(self._count)]).to(tensor)
        kept += [tensor[at].detach().clone() for at in self._held]
        del kept[:-MOST_KEPT]
        held = set(self._held)
        others = [at for at in range(self._count) if at not in held]
        if not held or not others:
            return tensor
        order = [others[at % len(others)] if at in held else at for at in range(self._count)]
        return tensor[torch.tensor(order, device=tensor.device)]
