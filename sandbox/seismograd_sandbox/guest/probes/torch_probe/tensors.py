"""The tensors in what a layer is given and gives back, whatever they are packed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .untraced import can_be_read

MAX_DEPTH = 3


def first_tensor(torch: Any, value: Any, depth: int = MAX_DEPTH) -> Any:
    """The first tensor that can be read; None where there is none."""
    if isinstance(value, torch.Tensor):
        return value if can_be_read(torch, value) else None
    if depth == 0:
        return None
    if isinstance(value, (tuple, list)):
        parts: Any = value
    elif isinstance(value, Mapping):
        parts = value.values()
    else:
        return None
    for part in parts:
        found = first_tensor(torch, part, depth - 1)
        if found is not None:
            return found
    return None
