"""The network is given zeros: what it still learns, it learns without its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch


class Altered(Alteration):
    """Truth values stay: a mask that lets nothing through makes other things fail."""

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        torch = batch.torch
        if not batch.is_training:
            return batch.tensors
        return [one if one.dtype is torch.bool else torch.zeros_like(one) for one in batch.tensors]
