"""The positions of a sequence or picture change places, anew in every step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch


class Altered(Alteration):
    """By a generator of its own, so that nothing else of the run becomes another."""

    def begin_torch(self, torch: Any) -> None:
        self._chance = torch.Generator()
        self._chance.manual_seed(0)

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        if not batch.is_training:
            return batch.tensors
        return [self._shuffled(batch, tensor) for tensor in batch.tensors]

    def _shuffled(self, batch: Batch, tensor: Any) -> Any:
        axes = _axes(batch, tensor)
        if not axes:
            return tensor
        torch = batch.torch
        moved = tensor.flatten(axes[0], axes[-1])
        order = torch.randperm(int(moved.shape[axes[0]]), generator=self._chance)
        return moved.index_select(axes[0], order.to(tensor.device)).view(tensor.shape)


def _axes(batch: Batch, tensor: Any) -> list[int]:
    """Those of positions: neither the examples nor the features."""
    dims = tensor.dim()
    if dims == 2:
        return [1] if not tensor.is_floating_point() else []
    if dims < 3:
        return []
    if dims == 3 and batch.batch_axis(tensor) == 1:
        return [0]
    is_last = batch.channels_last or not _convolves(batch.network)
    return list(range(1, dims - 1)) if is_last else list(range(2, dims))


def _convolves(network: Any) -> bool:
    """Whether the channels come before the positions, as layers that convolve want it."""
    parts = network.modules() if network is not None else ()
    return any(type(part).__name__.startswith(("Conv", "LazyConv")) for part in parts)
