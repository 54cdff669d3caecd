"""Which part of a batch the network is given and which part it is to tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .arrays import is_array

TARGET_NAMES = frozenset({"label", "labels", "target", "targets", "y", "class", "classes"})
MAX_ARRAYS = 16
MAX_ITEMS = 256
"""Of a list: also one that has no array in it is gone through."""
MAX_DEPTH = 4


def split_batch(batch: Any) -> tuple[Any, Any]:
    """Inputs and targets: by name in a mapping, otherwise the last of several."""
    if isinstance(batch, Mapping):
        targets = {name: item for name, item in batch.items() if _names_target(name)}
        inputs = {name: item for name, item in batch.items() if name not in targets}
        return inputs, targets or None
    if isinstance(batch, (list, tuple)) and len(batch) > 1:
        return list(batch[:-1]), batch[-1]
    return batch, None


def arrays_in(value: Any, most: int = MAX_ARRAYS) -> list[Any]:
    """The arrays of a nested structure in a stable order, not more than a reader can use."""
    return [array for _, array in zip(range(most), _walk(value, MAX_DEPTH))]


def _names_target(name: object) -> bool:
    return isinstance(name, str) and name.lower() in TARGET_NAMES


def _walk(value: Any, depth: int) -> Iterator[Any]:
    if is_array(value):
        yield value
    elif depth > 0 and isinstance(value, Mapping):
        for name in sorted(value, key=str):
            yield from _walk(value[name], depth - 1)
    elif depth > 0 and isinstance(value, (list, tuple)):
        for item in value[:MAX_ITEMS]:
            yield from _walk(item, depth - 1)
