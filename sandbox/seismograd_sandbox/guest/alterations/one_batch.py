"""Every step is given the first batch again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

Kind = tuple[str, tuple[int, ...], Any]
MAX_KEPT = 512
"""Tensors of one step: loops that go through a sequence by themselves have many."""


class Altered(Alteration):
    """Tensors of the first step are kept, and those of the same shape take their place later."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._kept: dict[Kind, list[Any]] = {}
        self._count = 0
        self._places: dict[Kind, int] = {}
        self._is_kept = False

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        return self._changed("input", batch) if batch.is_training else batch.tensors

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        return self._changed("target", batch)

    def after_backward(self) -> None:
        self._is_kept = True
        self._places.clear()

    def _changed(self, role: str, batch: Batch) -> list[Any]:
        return [self._one(role, tensor) for tensor in batch.tensors]

    def _one(self, role: str, tensor: Any) -> Any:
        kind = (role, tuple(int(size) for size in tensor.shape), tensor.dtype)
        if not self._is_kept:
            if self._count < MAX_KEPT:
                self._count += 1
                self._kept.setdefault(kind, []).append(tensor.detach().clone())
            return tensor
        known = self._kept.get(kind)
        if not known:
            return tensor
        at = self._places.get(kind, 0)
        self._places[kind] = at + 1
        return known[min(at, len(known) - 1)].clone()
