"""Everything is computed in double precision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration

WRITES = frozenset({"__setitem__", "__set__", "copy_"})


class Altered(Alteration):
    """Weights and new tensors are of type float64, and what meets them becomes so too."""

    sees_functions = True

    def begin_torch(self, torch: Any) -> None:
        torch.set_default_dtype(torch.float64)
        self.applied += 1

    def begin_keras(self, keras: Any) -> None:
        keras.config.set_floatx("float64")
        self.applied += 1

    def meet_network(self, torch: Any, network: Any) -> None:
        network.double()
        self.applied += 1

    def change_arguments(self, torch: Any, function: Any, tensors: list[Any]) -> Sequence[Any]:
        name = getattr(function, "__name__", "")
        types = {tensor.dtype for tensor in tensors}
        is_write = name in WRITES or (name.endswith("_") and not name.endswith("__"))
        if is_write or torch.float64 not in types or len(types) == 1:
            return tensors
        small = (torch.float32, torch.float16, torch.bfloat16)
        return [one.double() if one.dtype in small else one for one in tensors]
