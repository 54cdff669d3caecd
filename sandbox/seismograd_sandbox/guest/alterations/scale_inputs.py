"""Inputs are standardised by the mean and spread of their first examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch

SMALLEST = 1e-6
ENOUGH = 32
"""Examples: batches of one have no spread of their own."""
LARGE = 20.0
"""Mean or spread of an input that is far from what networks are built for."""


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._seen: dict[tuple[int, int], list[Any]] = {}
        self._known: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._chosen: dict[tuple[int, ...], list[int]] = {}

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        chosen = self._chosen_of(batch.tensors)
        return [
            self._scaled(batch.torch, at, tensor) if at in chosen else tensor
            for at, tensor in enumerate(batch.tensors)
        ]

    def _chosen_of(self, tensors: list[Any]) -> list[int]:
        """Of several inputs those of another scale: the matrix of a graph must stay as it is."""
        key = tuple(tensor.dim() for tensor in tensors)
        if key not in self._chosen:
            able = [at for at, tensor in enumerate(tensors) if _is_measured(tensor)]
            large = [at for at in able if _is_large(tensors[at])]
            self._chosen[key] = large or able
        return self._chosen[key]

    def _scaled(self, torch: Any, at: int, tensor: Any) -> Any:
        if not _is_measured(tensor):
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


def _is_measured(tensor: Any) -> bool:
    return bool(tensor.is_floating_point() and tensor.numel() > 1)


def _is_large(tensor: Any) -> bool:
    return bool(max(abs(float(tensor.mean())), float(tensor.std())) > LARGE)


def _moments(tensor: Any) -> tuple[Any, Any]:
    """By feature in tables, else over everything: pictures and sequences have one scale."""
    if tensor.dim() == 2 and tensor.shape[0] > 1:
        mean, std = tensor.mean(0, keepdim=True), tensor.std(0, keepdim=True)
    else:
        mean, std = tensor.mean(), tensor.std()
    return mean, std.where(std > SMALLEST, std * 0 + 1)
