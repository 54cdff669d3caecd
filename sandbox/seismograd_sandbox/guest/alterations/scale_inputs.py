"""Inputs are standardised by the mean and spread of their first examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

SMALLEST = 1e-6
ENOUGH = 32
"""Examples: batches of one have no spread of their own."""


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._seen: dict[tuple[int, int], list[Any]] = {}
        self._known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        return [self._scaled(batch.torch, at, tensor) for at, tensor in enumerate(batch.tensors)]

    def _scaled(self, torch: Any, at: int, tensor: Any) -> Any:
        if not tensor.is_floating_point() or tensor.numel() < 2:
            return tensor
        mean, std = self._moments(torch, (at, tensor.dim()), tensor)
        return (tensor - mean) / std

    def _moments(self, torch: Any, key: tuple[int, int], tensor: Any) -> tuple[Any, Any]:
        """Of all that was seen, until that is enough."""
        seen = self._seen.setdefault(key, [])
        if sum(map(len, seen)) < ENOUGH and all(one.shape[1:] == tensor.shape[1:] for one in seen):
            seen.append(tensor.detach())
            self._known[key] = _moments(torch.cat(seen))
        return self._known[key]


def _moments(tensor: Any) -> tuple[Any, Any]:
    """By feature in tables, else over everything: pictures and sequences have one scale."""
    if tensor.dim() == 2 and tensor.shape[0] > 1:
        mean, std = tensor.mean(0, keepdim=True), tensor.std(0, keepdim=True)
    else:
        mean, std = tensor.mean(), tensor.std()
    return mean, std.where(std > SMALLEST, std * 0 + 1)
