"""Inputs are standardised by the mean and spread of their first batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

SMALLEST = 1e-6


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        return [self._scaled(at, tensor) for at, tensor in enumerate(batch.tensors)]

    def _scaled(self, at: int, tensor: Any) -> Any:
        if not tensor.is_floating_point() or tensor.numel() < 2:
            return tensor
        key = (at, tensor.dim())
        if key not in self._known:
            self._known[key] = _moments(tensor)
        mean, std = self._known[key]
        return (tensor - mean) / std


def _moments(tensor: Any) -> tuple[Any, Any]:
    """By feature in tables, else over everything: pictures and sequences have one scale."""
    if tensor.dim() == 2 and tensor.shape[0] > 1:
        mean, std = tensor.mean(0, keepdim=True), tensor.std(0, keepdim=True)
    else:
        mean, std = tensor.mean(), tensor.std()
    return mean, std.where(std > SMALLEST, std * 0 + 1)
