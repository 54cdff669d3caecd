"""A short key for every example of a batch: the same example has the same key wherever it is."""

from __future__ import annotations

import sys
from typing import Any

from ..on_host import on_host

ELEMENTS = 64
"""Of each example, spread over it: enough to tell images and texts apart, and soon copied."""
MOST_TENSORS = 16
"""Of an example: a column of categories may be a tensor of its own."""
Keys = list[Any]


def example_keys(tensors: list[Any]) -> Keys | None:
    """By content in main memory; elsewhere one key for the batch, by where it lies."""
    parts = [_keys_of(tensor) for tensor in tensors[:MOST_TENSORS]]
    if len(parts) == 1:
        return parts[0]
    if not parts or any(part is None or len(part) != len(parts[0] or ()) for part in parts):
        return None
    return list(zip(*(part for part in parts if part is not None)))


def _keys_of(tensor: Any) -> Keys | None:
    if tensor.device.type != "cpu":
        return [(tensor.data_ptr(), tuple(tensor.shape), tensor._version)]
    seen, numpy = on_host(tensor), sys.modules.get("numpy")
    if seen is None or numpy is None or seen.ndim == 0:
        return None
    rows = seen.reshape(len(seen), -1)
    distance = -(-rows.shape[1] // ELEMENTS) | 1 if rows.shape[1] > ELEMENTS else 1
    rows = numpy.ascontiguousarray(rows[:, ::distance])
    keys: Keys = rows.view(f"V{rows.dtype.itemsize * rows.shape[1]}").ravel().tolist()
    return keys
